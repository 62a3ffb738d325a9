import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Random } from '../../shared/random.ts'
import { Copy, type Mutant, type TestRun } from './copy.ts'
import equivalents from './equivalents.json' with { type: 'json' }
import { mutationsOf } from './mutations.ts'
import { type Distances, SERVICE, testsIn } from './tests-of.ts'

/**
 * `npm run tool -- mutants [--seed N --count N --room shared/job]`: makes small changes to the source, one at a time in a
 * copy of it, and runs the tests that load the changed file. A change that no test notices is a hole in the tests, or
 * makes no difference; what makes none is in `equivalents.json`, with the reason.
 */

/** A mutant that does the same as the original. */
interface Equivalent {
  readonly file: string
  readonly was: string
  readonly becomes: string
  readonly why: string
}

/** The score of a room, which is told once as many mutants were tried as it has. */
interface Score {
  readonly room: string
  readonly of: number
  tried: number
  noticed: number
}

/**
 * The share of mutants that tests have to notice, by room. A run tries some of all mutants, so it ends with 1 only where it
 * is two standard deviations below.
 */
const GOALS: Readonly<Record<string, number>> = {
  'shared/job': 0.9,
  'shared/aws': 0.9,
  'shared/protocol': 0.9,
  'shared/client': 0.85,
  'shared/input': 0.85,
  'shared/sudoku': 0.85,
  functions: 0.9,
  infra: 0.7,
  bin: 0.7,
}

/** The nearest tests, of so many seconds, run first: nearly always one of them fails, or no test does. */
const NEAREST_S = 8
/** Tests farther than that are not run: what they alone would notice, they notice by chance. */
const FARTHEST_S = 120

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: `${Date.now() % 100_000}` },
    count: { type: 'string', default: '300' },
    room: { type: 'string', multiple: true, default: Object.keys(GOALS) },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'sudoku-mutants-'))
process.on('exit', () => rmSync(folder, { recursive: true, maxRetries: 10 }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))
await tryMutants(values.seed, Number(values.count), values.room)

async function tryMutants(seed: string, count: number, rooms: readonly string[]): Promise<void> {
  const again = ['--seed', seed, '--count', `${count}`, ...rooms.flatMap((room) => ['--room', room])].join(' ')
  console.log(`seed ${seed}; the same again: npm run tool -- mutants ${again}`)
  const copies = Array.from({ length: availableParallelism() }, (_, i) => new Copy(join(folder, `${i}`)))
  const left: { score: Score; mutant: Mutant }[] = []
  for (const room of rooms) {
    const mutants = await drawn(copies[0], room, new Random(`${seed} ${room}`, 0), Math.ceil(count / rooms.length))
    const score = { room, of: mutants.length, tried: 0, noticed: 0 }
    left.push(...mutants.map((mutant) => ({ score, mutant })))
  }
  const tests = testsIn(copies[0].folder)
  const concerned = [...tests].filter(([, loads]) => left.some(({ mutant }) => loads.has(mutant.file)))
  const runs = await copies[0].runsOf(concerned.map(([file]) => file))
  // Without them fewer mutants are noticed, so that the scores say little.
  for (const { file } of runs.filter(({ hasPassed }) => !hasPassed)) {
    console.log(`${file} is left out: it fails without a mutant`)
    process.exitCode = 1
  }
  const passed = runs.filter(({ hasPassed }) => hasPassed)

  const begun = performance.now()
  const total = left.length
  const tryNext = async (copy: Copy) => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { score, mutant } = next
      const isNoticed = await notices(copy, mutant, passed, tests)
      score.tried++
      if (isNoticed) score.noticed++
      else console.log(`${mutant.file}:${mutant.line}\n  - ${mutant.was}\n  + ${mutant.becomes}`)
      if (score.tried === score.of) tell(score)
    }
  }
  await Promise.all(copies.map(tryNext))
  console.log(`${((60_000 * total) / (performance.now() - begun)).toFixed(1)} mutants a minute`)
}

function tell({ room, tried, noticed }: Score): void {
  const goal = GOALS[room] ?? 0
  const isMissed = noticed < goal * tried - 2 * Math.sqrt(tried * goal * (1 - goal))
  if (isMissed) process.exitCode = 1
  const percent = Math.round((100 * noticed) / tried)
  console.log(`${room.padEnd(16)} ${noticed} of ${tried} noticed, ${percent}%${isMissed ? ', too few' : ''}`)
}

/** Random mutants of a room that compile and make a difference. */
async function drawn(copy: Copy, room: string, random: Random, most: number): Promise<Mutant[]> {
  const exclude = ['**/*.as.ts', '**/kernel-bytes.ts', '**/*.d.ts']
  const places = globSync(`${room}/**/*.{ts,tsx}`, { cwd: copy.folder, exclude })
    .toSorted()
    .flatMap((file) => mutationsOf(file, copy.sourceOf(file)).map((changes) => ({ file, changes })))
  const known = new Set(
    (equivalents as readonly Equivalent[]).map(({ file, was, becomes }) => `${file}\n${was}\n${becomes}`),
  )
  const found: Mutant[] = []
  while (found.length < most && places.length > 0) {
    const candidates: Mutant[] = []
    while (candidates.length < 2 * (most - found.length) && places.length > 0) {
      const [{ file, changes }] = places.splice(random.below(places.length), 1)
      const mutation = changes[random.below(changes.length)]
      if (!known.has(`${file}\n${mutation.was}\n${mutation.becomes}`)) candidates.push({ file, ...mutation })
    }
    found.push(...(await copy.compiling(candidates)))
  }
  return found.slice(0, most)
}

/** Whether one of the tests that load a mutant's file notices it. */
async function notices(
  copy: Copy,
  mutant: Mutant,
  runs: readonly TestRun[],
  tests: ReadonlyMap<string, Distances>,
): Promise<boolean> {
  const distance = ({ file }: TestRun) => tests.get(file)?.get(mutant.file)
  const secondsAway = (run: TestRun) => run.seconds * (distance(run) ?? 0)
  const loading = runs
    .filter((run) => distance(run) !== undefined)
    .toSorted((one, other) => secondsAway(one) - secondsAway(other))
  let seconds = 0
  const until = loading.map((run) => {
    seconds += run.seconds
    return seconds
  })
  const nearest = loading.filter((_, i) => until[i] <= NEAREST_S)
  const farther = loading.slice(nearest.length).filter((_, i) => until[nearest.length + i] <= FARTHEST_S || i === 0)
  for (const group of [nearest, farther]) {
    const usualS = group.reduce((sum, run) => sum + run.seconds, 0)
    const files = group.map(({ file }) => file)
    const needService = files.some((file) => tests.get(file)?.has(SERVICE))
    if (files.length > 0 && (await copy.isNoticed(mutant, files, needService, 30 + 4 * usualS))) return true
  }
  return false
}
