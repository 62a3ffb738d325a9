import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Solver } from '../../shared/sudoku/kernels/learning/solver.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { anyPuzzle } from './made.ts'
import { EIGHTEEN_SOLUTIONS, published, texts } from './texts.ts'

it('learning, abandoned before its end, leaves its solver to the next search, and cannot be run again', () => {
  const idle = Solver.take()
  idle.release()
  const search = strategies.learning.search(puzzleFrom(EIGHTEEN_SOLUTIONS), asking(100))
  expect(search.run(1)).toBeUndefined()
  search.abandon?.()
  search.abandon?.()
  const next = Solver.take()
  expect(next).toBe(idle)
  expect(Solver.take()).not.toBe(idle)
  next.release()
  expect(() => search.run(1)).toThrow('abandoned')
})

it('learning, paused after it thinned out what it learned, ends as if never paused', { tags: ['long'] }, () => {
  const asked = puzzleFrom(`1${'.'.repeat(80)}`, 'diagonal')
  const question = asking(1e9, 30_000)
  const search = strategies.learning.search(asked, question)
  expect(search.run(25_000)).toBeUndefined()
  const from = JSON.parse(JSON.stringify(search.checkpoint()))
  search.abandon?.()
  expect(from.learned).toBeDefined()
  const rest = strategies.learning.search(asked, question, from)
  const end = rest.run(Number.POSITIVE_INFINITY)
  expect(reported({ end, counts: rest.counts })).toEqual(reported(solve(strategies.learning, asked, question)))
})

describe.each(Object.values(strategies))('$name', (strategy) => {
  const PAUSED = 'paused after each %i backtracks and taken up from its checkpoint, ends as if never paused'
  describe.each([1])(PAUSED, isAsIfNeverPaused)
  describe.each([7, 100])(PAUSED, { tags: ['long'] }, isAsIfNeverPaused)

  function isAsIfNeverPaused(piece: number): void {
    it('on the published grids, looking for a second solution', () => {
      for (const { puzzle, rules } of published) {
        const asked = puzzleFrom(puzzle, rules)
        // Far enough for every phase of a search; the hardest grid takes brute force 335,578.
        const question = asking(2, 1_500)
        const inPieces = solveInPieces(strategy, asked, question, piece)
        expect(reported(inPieces)).toEqual(reported(solve(strategy, asked, question)))
      }
    })

    it('on made puzzles of all rules', () => {
      fc.assert(
        fc.property(anyPuzzle(4, 6, 9, 16), fc.integer({ min: 1, max: 5 }), (made, solutions) => {
          const asked = puzzleFrom(made.text, made.rules, made.size)
          const question = asking(solutions, 200)
          const inPieces = solveInPieces(strategy, asked, question, piece)
          expect(reported(inPieces)).toEqual(reported(solve(strategy, asked, question)))
        }),
        { numRuns: 6 },
      )
    })
  }

  it('taken up before its first backtrack, ends as if begun there', () => {
    // Inference alone finds that this has no solution.
    const impossible = texts.inkala2010.puzzle.replace('..53.....', '..53...4.')
    for (const text of [texts.inkala2010.puzzle, texts.vit.puzzle, impossible]) {
      const asked = puzzleFrom(text)
      const begun = strategy.search(asked, asking(2)).checkpoint()
      const search = strategy.search(asked, asking(2), begun)
      const end = search.run(Number.POSITIVE_INFINITY)
      expect(reported({ end, counts: search.counts })).toEqual(reported(solve(strategy, asked, asking(2))))
    }
  })

  it('pauses exactly after as many backtracks as it was given, and says its end again when run after it', () => {
    const search = strategy.search(puzzleFrom(EIGHTEEN_SOLUTIONS), asking(100))
    expect([search.run(3), search.counts.searchBacktracks]).toEqual([undefined, 3])
    expect([search.run(2), search.counts.searchBacktracks]).toEqual([undefined, 5])
    for (const _ of ['once', 'again']) expect(search.run(1e9)).toBe('exhausted')
    expect(search.counts.solutionCount).toBe(18)
  })

  // A search for the first solution may need no backtrack; from the second on it needs some.
  describe.each([
    ['the second of 18 solutions', 2, 'enough'],
    ['all 18 solutions and no more', 100, 'exhausted'],
  ] as const)('a backtrack limit, up to %s', (_, solutions, reachedEnd) => {
    const asked = puzzleFrom(EIGHTEEN_SOLUTIONS)
    const needed = solve(strategy, asked, asking(solutions)).counts.searchBacktracks

    it.each([
      ['of exactly the backtracks needed is enough', 0, reachedEnd],
      ['of one fewer ends the search at the limit', 1, 'limit'],
    ])('%s, also across pauses', (_, fewer, end) => {
      expect(needed).toBeGreaterThan(0)
      const question = asking(solutions, needed - fewer)
      const whole = reported(solve(strategy, asked, question))
      expect(whole).toMatchObject({ end, searchBacktracks: needed - fewer })
      expect(reported(solveInPieces(strategy, asked, question, 3))).toEqual(whole)
    })
  })

  it('with no backtracks to spend still solves what needs none', () => {
    const { end } = solve(strategy, puzzleFrom('1234 3412 2143 4...'), asking(1, 0))
    expect(end).toBe('enough')
  })
})
