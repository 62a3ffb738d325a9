import { making, type Tried } from '../../sudoku/making/making.ts'
import { SEARCH_VERSION } from '../../sudoku/search/strategy.ts'
import { type AskedPuzzles, makingOptionsOf } from '../asked-puzzles.ts'
import { type Entry, Puzzles } from '../puzzles.ts'
import { type Chunk, type PuzzleCheckpoint, restOf } from './chunk.ts'

/** Whether a puzzle is one of `puzzlesToMake`. */
function isToMake({ text }: Entry): boolean {
  return text.startsWith('#')
}

/** The first puzzles of a chunk, which are made, and the rest of it. */
interface MadeFirst {
  readonly made: Chunk
  readonly left: Chunk | undefined
}

/** Makes the first puzzles of a chunk, as many as the time slice is long, unless an earlier slice has made some. */
export function makeFirst(chunk: Chunk, asked: AskedPuzzles, timeIsUp: () => boolean): MadeFirst {
  const entries = [...chunk.puzzles]
  const next = entries.findIndex(isToMake)
  if (next !== 0) {
    const made = next < 0 ? entries.length : next
    return { made: { ...chunk, puzzles: chunk.puzzles.slice(0, made) }, left: restOf(chunk, made) }
  }
  const { checkpoint: begun, ...fresh } = chunk
  const options = makingOptionsOf(asked, chunk.jobId)
  const made: Entry[] = []
  const upTo = (checkpoint?: PuzzleCheckpoint): MadeFirst => ({
    made: { ...fresh, puzzles: Puzzles.of(made) },
    left: restOf(chunk, made.length, checkpoint),
  })
  let from = begun?.version === SEARCH_VERSION ? begun.making : undefined
  for (const { text } of entries) {
    const one = madeOne(text, options, timeIsUp, from)
    if ('attempts' in one) return upTo({ version: SEARCH_VERSION, path: [], making: one })
    from = undefined
    made.push(one)
    if (timeIsUp()) break
  }
  return upTo()
}

/** One puzzle; or how far it has got, if the slice is over before. */
function madeOne(
  text: string,
  options: ReturnType<typeof makingOptionsOf>,
  timeIsUp: () => boolean,
  from: Tried | undefined,
): Entry | Tried {
  if (!options.ok) return { text, refused: options.error.detail }
  try {
    const work = making({ ...options.value, index: Number(text.slice(1)) - 1 }, from)
    let step = work.next()
    for (; !step.done; step = work.next()) if (step.value && timeIsUp()) return step.value
    const { puzzle, own } = step.value
    return { text: puzzle, ...(Object.keys(own).length > 0 && { rules: own }) }
  } catch (error) {
    // No such puzzle, within its budget or at all.
    if (error instanceof RangeError) return { text, refused: error.message }
    throw error
  }
}

/** What is left of a chunk whose first puzzles are made: those of them that are not solved, and the others. */
export function joined(unsolved: Chunk | undefined, left: Chunk | undefined): Chunk | undefined {
  if (!unsolved || !left) return unsolved ?? left
  return { ...unsolved, puzzles: Puzzles.of([...unsolved.puzzles, ...left.puzzles]) }
}
