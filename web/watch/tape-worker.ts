import { DEFAULT_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { strategies } from '../../shared/sudoku/strategies/strategies.ts'
import type { StrategyName } from '../../shared/sudoku/strategies/strategy-facts.ts'
import type { PuzzleText } from '../address.ts'
import { SearchTape } from './search-tape.ts'
import type { Ask, Reply } from './tape-protocol.ts'

// Records one search, slice by slice, and answers in between what the page asks: a frame never waits longer than a slice.

const SLICE_MS = 8
/** How often the page hears how far it is: as often as anybody can read. */
const NEWS_MS = 100

let tape: SearchTape | undefined

addEventListener('message', ({ data }: MessageEvent<Ask>) => {
  if (data.kind === 'record') {
    tape = tapeOf(data.puzzle, data.strategy)
    record(tape)
  } else if (tape) answer(data, tape)
})

function tapeOf({ line, rules, size }: PuzzleText, strategy: StrategyName): SearchTape {
  const puzzle = parsePuzzle(line, rules, size)
  if (!puzzle.ok) throw new Error(puzzle.error)
  return new SearchTape(puzzle.value, strategies[strategy], { solutions: 1, backtrackLimit: DEFAULT_BACKTRACK_LIMIT })
}

function record(tape: SearchTape): void {
  let toldAt = Number.NEGATIVE_INFINITY
  // A timer would be held back to 4 ms between slices; a message comes as soon as those of the page are read.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const begun = performance.now()
    tape.record(() => performance.now() - begun >= SLICE_MS)
    if (tape.end || begun - toldAt >= NEWS_MS) {
      toldAt = begun
      tell(tape)
    }
    if (tape.end) port1.close()
    else port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
}

function tell({ length, backtracks, end, profile: { stretchLength, stretches } }: SearchTape): void {
  reply({ kind: 'recorded', recorded: { length, backtracks, end, depths: { stretchLength, stretches } } })
}

function answer(ask: Exclude<Ask, { kind: 'record' }>, tape: SearchTape): void {
  if (ask.kind === 'frame') reply({ kind: 'frame', frame: tape.frameAt(ask.step) })
  else {
    const step = ask.direction === 'next' ? tape.nextBacktrack(ask.from) : tape.previousBacktrack(ask.from)
    reply({ kind: 'backtrack', id: ask.id, step })
  }
}

function reply(what: Reply): void {
  postMessage(what)
}
