import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { Question, SearchCounts, SearchEnd, Strategy } from '../../shared/sudoku/search/strategy.ts'

/** Runs a search so many backtracks at a time, each time in a fresh object from what would come over the wire. */
export function solveInPieces(strategy: Strategy, puzzle: Puzzle, question: Question, piece: number) {
  let search = strategy.search(puzzle, question)
  for (let pauses = 0; ; pauses++) {
    const end = search.run(piece)
    if (end) return { end, counts: search.counts, pauses }
    const from = JSON.parse(JSON.stringify(search.checkpoint()))
    search.abandon?.()
    search = strategy.search(puzzle, question, from)
  }
}

/** All that a search has to say. */
export const reported = ({ end, counts }: { end: SearchEnd | undefined; counts: SearchCounts }) => ({
  end,
  ...counts.state(),
})

/** What work comes to that is begun anew, through JSON, wherever it pauses. */
export function whole<Asked, T>(begin: (from?: Asked) => Generator<() => Asked, T, void>) {
  let work = begin()
  for (let paused = 0; ; paused++) {
    const step = work.next()
    if (step.done) return { found: step.value, paused }
    work = begin(JSON.parse(JSON.stringify(step.value())))
  }
}
