import { startService } from './bulk/service.ts'
import { type Load, loadOn, type Requests } from './load/clients.ts'
import { bench, say, table, whole } from './measuring/bench.ts'

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
