import type { JobRequest } from '../../shared/client/client.ts'
import { INCLUSION_NAMES, type InclusionName } from '../../shared/job/inclusions.ts'
import { Chance } from './chance.ts'

/** A job that can be asked for: small, and with every kind of outcome. */
export interface Spec {
  readonly name: string
  readonly options: Omit<JobRequest, 'puzzles' | 'open'>
  /** One part comes with the job; several come by themselves. */
  readonly parts: readonly (readonly Puzzle[])[]
  readonly isOpen: boolean
  /** Whether results say by their id which puzzle they are of. */
  readonly isNamed: boolean
  /** Whether somebody is to be told of its end. */
  readonly hasWebhook: boolean
}
type Puzzle = string | { readonly puzzle: string; readonly id?: string; readonly solution?: string }

const SPECS = 64
/** As few as make every path through a chunk; one solution, several, none, and no grid at all. */
const PUZZLES: readonly string[] = [
  '1234341221434321',
  '...3.1.2.2..4...',
  '.3....2..2.4..1.',
  '....2..1.23.....',
  '.2....2..1....3.',
  '................',
  '2..3.1..........',
  '.......4.1.....2',
  '.4....1.....1...',
  '..2........4.2.1',
  '.........3....41',
  '11..............',
  '1x..............',
  '123',
]
const LARGE: readonly string[] = [
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79',
  '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6..........419..5....8..79',
  '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9',
  `.12345678${'9'.padEnd(72, '.')}`,
  `55${'.'.repeat(79)}`,
]
/** Those that have a rating, and so few steps that they can be included: 1.0 and 1.2. */
const ALMOST_FULL: readonly string[] = [
  '5346789126721953481983425678597614234268537917139248569615372.4287419635345286179',
  '534678912672195348198342567.597614.3.268537.1713924856961537284287419635345286179',
]
const STRATEGIES = [
  'bit-parallel',
  'bit-parallel',
  'bit-parallel',
  'brute-force',
  'brute-force',
  'naked-singles',
  'singles',
  'exact-cover',
] as const

export const SPEC_NAMES: readonly number[] = Array.from({ length: SPECS }, (_, i) => i)

export function specOf(number: number): Spec {
  const chance = new Chance('spec', number)
  const isOpen = chance.is(0.5)
  const isNamed = isOpen || chance.is(0.5)
  const strategy = chance.of(STRATEGIES)
  // Puzzles that take the others too long are for the engine.
  const isForEngine = strategy === 'bit-parallel'
  const pool = [...PUZZLES, ...ALMOST_FULL, ...ALMOST_FULL, ...(isForEngine ? [...LARGE, ...LARGE] : [])]
  const options = {
    strategy,
    ...(chance.is(0.6) && { solutions: chance.of([1, 2, 5, 12]) }),
    ...(chance.is(0.3) && { backtrackLimit: chance.of([0, 3]) }),
  }
  const parts = Array.from({ length: isOpen ? chance.between(1, 4) : 1 }, (_, part) =>
    Array.from({ length: chance.between(1, isOpen ? 6 : 12) }, (_, place): Puzzle => {
      const puzzle = chance.of(pool)
      if (!isNamed) return puzzle
      const solution = chance.is(0.3) && { solution: chance.of(PUZZLES) }
      return { puzzle, id: `p${part + 1}-${place + 1}`, ...solution }
    }),
  )
  // A step is a slice where slices are this short, and a worker's message comes twice here a thousand times as often as
  // anywhere else: of 120 slices in a row there would be millions.
  const isShort = (name: InclusionName) => !['counts', 'rating', 'steps'].includes(name) || !isForEngine
  const include = number % 4 === 2 && INCLUSION_NAMES.filter((name) => chance.is(0.7) && isShort(name))
  const name = `#${number}${include ? ` with ${include}` : ''}`
  return {
    name,
    options: { ...options, ...(include && { include }) },
    parts,
    isOpen,
    isNamed,
    hasWebhook: number % 2 === 1,
  }
}
