import { valueIn } from '../../shared/checked.ts'
import { DEFAULT_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { cellByCell } from '../../shared/sudoku/search/cell-by-cell.ts'
import type { Strategy } from '../../shared/sudoku/search/strategy.ts'
import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { receivedPuzzle } from '../rules/own-rules.ts'
import { SearchTape } from './search-tape.ts'
import type { TapeReply, TapeRequest } from './watched-tape.ts'

// Records one search in slices, and answers the page's requests between them: a frame never waits longer than a slice.

const SLICE_MS = 8
/** How often the page hears how far the recording is: faster than this nobody could read. */
const NEWS_MS = 100

/** Two recordings, the page's script and its drawing: with fewer processors, they take each other's time. */
const PROCESSORS_FOR_ALL = 4
const isCrowded = navigator.hardwareConcurrency < PROCESSORS_FOR_ALL
/** Then a recording rests as long as this after each slice, while frames are requested: it is far ahead anyway. */
const REST_MS = 16
const PLAYING_MS = 250

let tape: Promise<SearchTape> | undefined
let requestedAt = Number.NEGATIVE_INFINITY

addEventListener('message', ({ data }: MessageEvent<TapeRequest>) => {
  // The page hears of errors, and of no promises.
  hear(data).catch(reportError)
})

async function hear(request: TapeRequest): Promise<void> {
  if (request.kind === 'record') {
    tape = tapeOf(request)
    return record(await tape)
  }
  const asked = await tape
  if (request.kind === 'seek') {
    postMessage({ kind: 'found', step: asked?.seek(request.goal, request.from) } satisfies TapeReply)
  } else if (asked) {
    requestedAt = performance.now()
    postMessage({ kind: 'frame', frame: asked.frameAt(request.step) } satisfies TapeReply)
  }
}

async function tapeOf({ puzzle, strategy }: Extract<TapeRequest, { kind: 'record' }>): Promise<SearchTape> {
  const read = valueIn(await receivedPuzzle(puzzle))
  // Those that go from cell to cell come with the view, which begins with two of them.
  const known: Partial<Record<StrategyName, Strategy>> = cellByCell
  const searching = known[strategy] ?? (await import('../../shared/sudoku/search/strategies.ts')).strategies[strategy]
  return new SearchTape(read, searching, { solutions: 1, backtrackLimit: DEFAULT_BACKTRACK_LIMIT })
}

function record(tape: SearchTape): void {
  let repliedAt = Number.NEGATIVE_INFINITY
  // Browsers make nested timers wait 4 ms; a message comes as soon as those from the page have been read.
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const begun = performance.now()
    tape.record(() => performance.now() - begun >= SLICE_MS)
    if (tape.end || begun - repliedAt >= NEWS_MS) {
      repliedAt = begun
      const { length, backtracks, end, profile: depths } = tape
      postMessage({ kind: 'recorded', recording: { length, backtracks, end, depths } } satisfies TapeReply)
    }
    if (tape.end) port1.close()
    else if (isCrowded && begun - requestedAt < PLAYING_MS) setTimeout(() => port2.postMessage(undefined), REST_MS)
    else port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
}
