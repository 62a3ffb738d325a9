import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Random } from '../../../shared/random.ts'
import { generateSolved } from '../../../shared/sudoku/making/generate.ts'
import { RULE_SET_NAMES } from '../../../shared/sudoku/rating/techniques.ts'
import { isomorphOf } from './isomorph.ts'
import { judgedSteps } from './judged-steps.ts'

/** `npm run tool -- steps [--file F --count N --seed S]`: judges steps of puzzles of a file, turned about, or of new ones, by each rule set in turn. */

const { values } = parseArgs({
  options: {
    file: { type: 'string' },
    count: { type: 'string', default: '100000' },
    seed: { type: 'string', default: `${Date.now() % 2 ** 31}` },
    nodes: { type: 'string', default: '3000000' },
  },
})
const { file, seed } = values
const puzzles = file === undefined ? [] : (readFileSync(file, 'utf8').match(/^[.0-9]{81}/gm) ?? [])
const random = new Random(seed, 0)
const NOT_IN_HODOKU: ReadonlySet<string> = new Set(['unique-loop', 'bug'])
/** Above these a person needs chains through cells. */
const EASIER = 7
for (const ruleSet of RULE_SET_NAMES) {
  const counts = new Map<string, number>()
  const below = { all: 0, named: 0 }
  let [steps, faults] = [0, 0]
  for (let index = 0; steps < Number(values.count); index++) {
    const puzzle = file
      ? isomorphOf(puzzles[random.below(puzzles.length)], seed, index)
      : generateSolved({ rules: 'classic', size: 9, seed, index }).puzzle
    for (const { step, fault } of judgedSteps(puzzle, { nodes: Number(values.nodes), ruleSet })) {
      steps++
      counts.set(step.name, (counts.get(step.name) ?? 0) + 1)
      if (step.rating < EASIER) {
        below.all++
        if (!NOT_IN_HODOKU.has(step.name)) below.named++
      }
      if (!fault) continue
      faults++
      console.error(`${puzzle} ${step.name}: ${fault}`)
    }
  }
  for (const [name, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${`${count}`.padStart(8)}  ${name}`)
  const share = ((100 * below.named) / below.all).toFixed(2)
  console.log(
    `${ruleSet}, seed ${seed}: ${steps} steps, ${faults} with a fault; below ${EASIER}.0 ${share} % have a name of HoDoKu's list`,
  )
  if (faults > 0) process.exitCode = 1
}
