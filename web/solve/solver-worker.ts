import { valueIn } from '../../shared/checked.ts'
import { DEFAULT_BACKTRACK_LIMIT, mostBacktracks } from '../../shared/job/limits.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { bitParallel } from '../../shared/sudoku/search/bit-parallel.ts'
import { cellByCell } from '../../shared/sudoku/search/cell-by-cell.ts'
import { type Search, type SearchEnd, type Strategy, searchProgress } from '../../shared/sudoku/search/strategy.ts'
import { backtracksASecond, checkedStrategy } from '../../shared/sudoku/search/strategy-figures.ts'
import { receivedPuzzle } from '../rules/own-rules.ts'
import type { SentPuzzle } from '../rules/puzzle-text.ts'
import type { Finding, Findings, SolverReply, SolverRequest } from './live-answer.ts'

// Solves the puzzle that is being typed, in slices: between two of them it hears of the next edit, which supersedes
// whatever is being looked for. What somebody waits for comes first: is there one solution, and what is it?

const SLICE_MS = 8
/** Differences between solutions, and conflicts, are looked for once somebody pauses: nothing flickers while they type. */
const PAUSE_MS = 250
/** So long, it is looked for. */
const SEARCHED_MS = 2000
/** How often the page hears how far a long search is: faster than this nobody could read. */
const NEWS_MS = 200

/** The puzzle that was asked about last: what is being looked for in another ends at its next pause. */
let latest = 0

addEventListener('message', ({ data }: MessageEvent<SolverRequest>) => {
  latest = data.id
  // The page hears of errors, and of no promises.
  solve(data).catch(reportError)
})

async function solve({ id, puzzle }: SolverRequest): Promise<void> {
  // The page asks for none whose givens clash.
  const work = findingsIn(valueIn(await receivedPuzzle(puzzle)), puzzle)
  const tell = (finding: Finding) => postMessage({ id, finding } satisfies SolverReply)
  let toldAt = performance.now()
  while (latest === id) {
    const begun = performance.now()
    do {
      const { done, value } = await work.next()
      if (done) return
      if (typeof value === 'object') tell(value)
      else if (value && performance.now() - toldAt >= NEWS_MS) {
        toldAt = performance.now()
        tell(value())
      }
    } while (latest === id && performance.now() - begun < SLICE_MS)
    await nextSlice()
  }
  await work.return()
}

/** Browsers make nested timers wait 4 ms; a message comes as soon as those from the page have been read. */
async function nextSlice(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  port2.postMessage(undefined)
  await new Promise((resolve) => {
    port1.onmessage = resolve
  })
  port1.close()
}

async function* findingsIn(puzzle: Puzzle, sent: SentPuzzle): Findings {
  const isDrawn = sent.own !== undefined
  // Most puzzles have one solution, and no rules of their own: they never need it.
  const loaded = () => import('./unsettled.ts')
  const known: Finding = isDrawn ? { possible: (await loaded()).leftIn(puzzle) } : {}
  const { search, end } = yield* searchedWith(bitParallel, puzzle, 2, known)
  const { solutionCount, solutions } = search.counts
  if (end === 'limit') yield { ...known, solutions: 'open', search: searchProgress(search) }
  else if (solutionCount === 1) {
    yield { ...known, solutions: 'one', solution: textOf(solutions[0]) }
    yield* countsOf(puzzle)
  } else {
    yield solutionCount === 0 ? { solutions: 'none' } : { ...known, solutions: 'several' }
    if (!isDrawn) yield await new Promise<undefined>((resolve) => setTimeout(resolve, PAUSE_MS))
    const { conflictsOf, differencesOf, totalOf } = await loaded()
    const until = performance.now() + SEARCHED_MS
    if (solutionCount === 0) yield* conflictsOf(puzzle, sent, until)
    else {
      yield* differencesOf(puzzle, solutions, until)
      yield* totalOf(puzzle, performance.now() + SEARCHED_MS)
    }
  }
}

/** Looks at the clock, in a second. */
const LOOKS = 1000

/** Searches as the service does where nobody asks for other limits. */
async function* searchedWith(
  strategy: Strategy,
  puzzle: Puzzle,
  solutions: number,
  known?: Finding,
): Findings<{ search: Search; end: SearchEnd }> {
  const backtrackLimit = Math.min(DEFAULT_BACKTRACK_LIMIT, mostBacktracks(strategy.name, puzzle.rules))
  const search = strategy.search(puzzle, { solutions, backtrackLimit })
  const backtracks = Math.ceil(backtracksASecond(strategy.name, puzzle.rules.size) / LOOKS)
  for (;;) {
    const end = search.run(backtracks)
    if (end) return { search, end }
    yield () => ({ ...known, search: searchProgress(search) })
  }
}

/** Finds all that the page says of a puzzle; the quickest first, as brute force may take seconds. */
const COUNTED = [cellByCell.singles, cellByCell['brute-force']]

async function* countsOf(puzzle: Puzzle): Findings {
  for (const strategy of COUNTED) {
    if (!checkedStrategy(strategy.name, puzzle.rules.size).ok) continue
    const { search, end } = yield* searchedWith(strategy, puzzle, 1)
    const count = { backtracks: search.counts.backtracks, isWhole: end !== 'limit' }
    yield { search: undefined, counts: { [strategy.name]: count } }
  }
}
