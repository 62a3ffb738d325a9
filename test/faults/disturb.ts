import { parseArgs } from 'node:util'
import { Random } from '../../shared/random.ts'
import { scenarios } from './disturbed/scenarios.ts'
import { SHORT_SLICE_MS, startTrial } from './disturbed/trial.ts'

/**
 * `npm run tool -- faults`: what the tests of this folder do to a job, again and again, at moments that a seed chooses.
 * `--only table-away` does that alone. Ends with the first job that does not end as an undisturbed one does.
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    seed: { type: 'string', default: `${Date.now() % 100_000}` },
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const rounds = Number(values.rounds)
const { only } = values
const chosen = Object.entries(scenarios).filter(([name]) => only === undefined || name === only)
if (chosen.length === 0) {
  console.error(`found --only ${only}, expected one of ${Object.keys(scenarios).join(', ')}`)
  process.exit(2)
}

console.log(`seed ${seed}: npm run tool -- faults --rounds ${rounds} --seed ${seed}${only ? ` --only ${only}` : ''}`)
await using trial = await startTrial({ sliceMs: SHORT_SLICE_MS })
let faults = 0
let round = 0
for (; round < rounds && !process.exitCode; round++) {
  for (const [name, { disturb }] of chosen) {
    const startedAt = performance.now()
    try {
      const story = await disturb(trial, new Random(seed + round, 0))
      faults += story.faults.length
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
      const ended = `${story.codes.map((code) => code ?? 'killed').join(', ')}; ${story.failedPolls} polls failed`
      console.log(`${seed + round} ${name}, ${seconds} s: ${story.faults.join('; ')}; commands ended with ${ended}`)
    } catch (error) {
      console.error(`${seed + round} ${name}: ${error instanceof Error ? error.stack : error}`)
      console.error(`npm run tool -- faults --rounds 1 --seed ${seed + round} --only ${name}`)
      process.exitCode = 1
      break
    }
  }
}
console.log(`${faults} faults in ${round} rounds`)
