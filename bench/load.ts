import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { startService } from './bulk/service.ts'
import { type Load, loadOn } from './load/clients.ts'
import { sectionOf, titleOf } from './load/report.ts'

/**
 * The local service under many clients: submitters that send one job after the other, and pollers that
 * follow those jobs. Whatever is not answered as it should be is an error, and ends this with 1.
 *
 *     npm run bench:load -- --out bench/results/load-MACHINE.md
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
const title = titleOf(['npm run bench:load', ...(words.length > 0 ? ['--', ...words] : [])].join(' '))
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
