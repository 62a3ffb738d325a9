import { MAIN, startService } from './bulk/service.ts'
import { type Load, loadOn, type Requests } from './load/clients.ts'
import { FLAT_MB_AN_HOUR, figuresOf, SAMPLE_EVERY_MS, sampled } from './load/memory.ts'
import { bench, say, table, whole } from './measuring/bench.ts'
import { temporaryFolder } from './measuring/processes.ts'

/** Until every function has started; does not count. */
const WARM_UP_S = 10

/**
 * The local service under many clients: submitters that send one job after the other, and pollers that follow those
 * jobs. Whatever is not answered as it should be is wrong.
 */
export const load = bench({ pollers: 200, submitters: 20, seconds: 60 }, async (asked) => {
  const sections: string[] = []
  const wrong: string[] = []
  for (const isPatient of [true, false]) {
    say(isPatient ? 'patient pollers' : 'pollers without a pause')
    // A service for each, so that neither finds what the other has left.
    await using service = await startService()
    await loadOn(service.url, { ...asked, isPatient, seconds: WARM_UP_S })
    const before = service.cpuSeconds()
    const requests = await loadOn(service.url, { ...asked, isPatient })
    const cpu = [...service.cpuSeconds()].map(([name, now]) => `${name} ${(now - (before.get(name) ?? 0)).toFixed(0)}`)
    sections.push(...sectionsOf({ ...asked, isPatient }, requests), `CPU seconds: ${cpu.join(', ')}.`)
    wrong.push(...requests.errors)
  }
  return {
    title: 'Load',
    about:
      'Clients, service, SQS and DynamoDB share these cores. Milliseconds; every request is sent once, on connections that are kept alive; anything but 2xx and 304, and every broken connection, is an error. Submitters send one job after the other, of 1 to 10,000 puzzles with 27 clues, and read its results; each poller follows the jobs of one of them: a third with `Prefer: wait=20`, a third with `If-None-Match`, a third with neither. A poll that waits is held until its job changes. Some seconds before that do not count.',
    sections,
    wrong,
  }
})

function sectionsOf({ pollers, submitters, seconds, isPatient }: Load, requests: Requests): string[] {
  const taken = requests.taken()
  const count = taken.reduce((sum, { count }) => sum + count, 0)
  return [
    `## Pollers that leave ${isPatient ? 'what Retry-After asks for' : 'nothing'} between two polls`,
    `${pollers} pollers, ${submitters} submitters, ${seconds} s: ${whole(count)} requests, ${whole(count / seconds)} a second, **${requests.errors.length} errors**.`,
    table(
      ['request', 'count', '304', 'p50', 'p99', 'worst'],
      taken.map(({ kind, ...of }) => [kind, ...[of.count, of.notModified, of.p50, of.p99, of.worst].map(whole)]),
    ),
  ]
}

/**
 * Whether memory grows while jobs and polls go on and on: a steady stream of both, and samples of every process. A
 * function whose memory is not flat is wrong, and so is a request that fails.
 */
export const soak = bench({ pollers: 24, submitters: 4, minutes: 10 }, async ({ pollers, submitters, minutes }) => {
  const folder = temporaryFolder()
  const script = new URL('./load/soaked-service.ts', import.meta.url)
  await using service = await startService({ script, env: { HEAP_FOLDER: folder } })
  const asked = { pollers, submitters, seconds: minutes * 60, pauseMs: 250, isPatient: true }
  await loadOn(service.url, { ...asked, submitters: 2 * submitters, pauseMs: 0, seconds: WARM_UP_S })
  const loaded = loadOn(service.url, asked)
  const samples = await sampled(service.pids, folder, Date.now() + minutes * 60_000)
  const requests = await loaded
  const wrong = [...requests.errors]
  const rows = [...service.pids()].map(([name, pid]) => {
    const { cells, heapSlope } = figuresOf(samples.get(pid) ?? [])
    if (name === MAIN) return [name, ...cells, 'holds the data']
    const isFlat = heapSlope < FLAT_MB_AN_HOUR
    if (!isFlat) wrong.push(`${name} grows`)
    return [name, ...cells, isFlat ? 'flat' : '**grows**']
  })
  const taken = requests.taken()
  const count = (of: typeof taken) => whole(of.reduce((sum, { count }) => sum + count, 0))
  const jobs = taken.filter(({ kind }) => kind.startsWith('submit'))
  return {
    title: 'Soak',
    about: `${minutes} minutes, ${submitters} submitters, ${pollers} pollers, a dead letter a second; ${count(taken)} requests, ${count(jobs)} jobs of 1 to 10,000 puzzles, **${requests.errors.length} errors**.`,
    sections: [
      `Megabytes in the first minute, at half-time and in the last minute; slopes in megabytes an hour, by least squares over the second half. RSS is what the process holds; the heap is what is in use on it and outside of it after a collection of garbage, which a sample forces every ${SAMPLE_EVERY_MS / 1000} s. Of each minute the least counts: the others hold what a request or a chunk is just being made of. Flat is what grows by less than ${FLAT_MB_AN_HOUR} MB an hour on the heap.`,
      table(['process', 'RSS first', 'half', 'last', 'slope', 'heap first', 'half', 'last', 'slope', ''], rows),
      'The process with front, AWS and event source keeps the emulated table and queues in its memory: every job, its results and its idempotency key, for seven days as the cloud would. That is data and not a leak, and in the cloud lies in DynamoDB.',
    ],
    wrong,
  }
})
