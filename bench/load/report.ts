import { availableParallelism, cpus, loadavg } from 'node:os'
import type { Load } from './clients.ts'
import type { Requests } from './requests.ts'

/** The load average of a machine that has nothing else to do. */
const QUIET = 1.5

/** The machine, and what else it had to do. */
export function machine(): string {
  const [load] = loadavg()
  const others = load < QUIET ? '' : ', as others were at work on it all the time'
  return `${cpus()[0].model.trim()}, ${availableParallelism()} cores; Node ${process.versions.node}; load average before: ${load.toFixed(1)}${others}`
}

export function titleOf(command: string): string {
  return `# Load, ${new Date().toISOString().slice(0, 10)}

${machine()}. Made with \`${command}\`. Clients, service, SQS and DynamoDB share these cores. Milliseconds; every
request is sent once, on connections that are kept alive; anything but 2xx and 304, and every broken connection, is
an error. Submitters send one job after the other, of 1 to 10,000 puzzles with 27 clues, and read its results; each
poller follows the jobs of one of them: a third with \`Prefer: wait=20\`, a third with \`If-None-Match\`, a third with
neither. A poll that waits is held until its job changes. Some seconds before that do not count.`
}

export function sectionOf(
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
