import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { machine, startService } from './bulk/service.ts'
import { type Load, loadOn, type Requests } from './clients.ts'

/**
 * The local service under many clients: submitters that send one job after the other, and pollers that
 * follow those jobs. Whatever is not answered as it should be is an error, and ends this with 1.
 *
 *     npm run bench -- load --out bench/results/load-MACHINE.md
 */

const { values: asked } = parseArgs({
  options: {
    pollers: { type: 'string', default: '200' },
    submitters: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '60' },
    out: { type: 'string' },
  },
})
const [pollers, submitters, seconds] = [asked.pollers, asked.submitters, asked.seconds].map(Number)
/** Until every function has started; does not count. */
const WARM_UP_S = 5
const load: Omit<Load, 'isPatient'> = { pollers, submitters, seconds }

const words = process.argv.slice(2).map((word) => basename(word))
const title = titleOf(['npm run bench -- load', ...(words.length > 0 ? ['--', ...words] : [])].join(' '))
const sections: string[] = []
for (const isPatient of [true, false]) {
  // A service for each, so that neither finds what the other has left.
  await using service = await startService()
  await loadOn(service.url, { ...load, isPatient, seconds: WARM_UP_S })
  const before = service.cpuSeconds()
  const seen = await loadOn(service.url, { ...load, isPatient })
  const cpu = new Map([...service.cpuSeconds()].map(([name, now]) => [name, now - (before.get(name) ?? 0)]))
  sections.push(sectionOf({ ...load, isPatient }, seen, cpu))
  console.log(sections.at(-1))
  if (seen.errors.length > 0) process.exitCode = 1
}
if (asked.out) writeFileSync(asked.out, [title, ...sections].join('\n\n'))

function titleOf(command: string): string {
  return `# Load, ${new Date().toISOString().slice(0, 10)}

${machine()}. Made with \`${command}\`. Clients, service, SQS and DynamoDB share these cores. Milliseconds; every
request is sent once, on connections that are kept alive; anything but 2xx and 304, and every broken connection, is
an error. Submitters send one job after the other, of 1 to 10,000 puzzles with 27 clues, and read its results; each
poller follows the jobs of one of them: a third with \`Prefer: wait=20\`, a third with \`If-None-Match\`, a third with
neither. A poll that waits is held until its job changes. Some seconds before that do not count.`
}

function sectionOf(
  { pollers, submitters, seconds, isPatient }: Load,
  requests: Requests,
  cpu: ReadonlyMap<string, number>,
): string {
  const taken = requests.taken()
  const count = taken.reduce((sum, { count }) => sum + count, 0)
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
  const rows = taken.map(
    ({ kind, count, notModified, p50, p99, worst }) =>
      `| ${kind} | ${number(count)} | ${number(notModified)} | ${number(p50)} | ${number(p99)} | ${number(worst)} |`,
  )
  const processes = [...cpu].map(([name, spent]) => `${name} ${spent.toFixed(0)}`).join(', ')
  return `## ${isPatient ? 'Pollers that leave what Retry-After asks for between two polls' : 'Pollers that leave nothing between two polls'}

${number(pollers)} pollers, ${number(submitters)} submitters, ${seconds} s: ${number(count)} requests, ${number(count / seconds)} a second, **${number(requests.errors.length)} errors**.

| request | count | 304 | p50 | p99 | worst |
| --- | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

CPU seconds: ${processes}.
${requests.errors
  .slice(0, 20)
  .map((error) => `\n- ${error}`)
  .join('')}`
}
