import { parseArgs } from 'node:util'
import { fuzzRequests, type Report } from './run.ts'
import { fuzzedService } from './service.ts'

/** `npm run tool -- fuzz [--seed N --requests N]`: sends strangers' requests, and says which was answered wrong. */

const { values } = parseArgs({
  options: { seed: { type: 'string' }, requests: { type: 'string', default: '50000' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const count = Number(values.requests)
console.log(`seed ${seed}; the same again: npm run tool -- fuzz --seed ${seed} --requests ${count}`)

await using inMemory = await fuzzedService()
await using onEmulator = await fuzzedService('emulator')
const runs: Readonly<Record<string, () => Promise<Report>>> = {
  'events of the API function': () => fuzzRequests(inMemory, { seed, count }),
  'the same on the embedded DynamoDB': () => fuzzRequests(onEmulator, { seed: seed + 1, count: count / 50 }),
}
for (const [name, run] of Object.entries(runs)) {
  const { requests, seconds, slowestMs, statuses, failure } = await run()
  const answers = Object.entries(statuses).map(([status, found]) => `${status} × ${found}`)
  console.log(
    `${name}: ${requests} requests in ${seconds.toFixed(1)} s, the slowest ${Math.round(slowestMs)} ms; ${answers.join(', ')}`,
  )
  if (!failure) continue
  console.error(failure)
  process.exitCode = 1
}
