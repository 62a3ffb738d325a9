import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lesson, Observer, Step, Turn } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { RulesName } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { SEARCH_VERSION, SearchCounts, type Strategy, solve } from '../../shared/sudoku/search/strategy.ts'
import { ORIGINS } from '../../web/watch/search-state.ts'
import { SearchTape } from '../../web/watch/search-tape.ts'
import { asking, puzzleFrom } from '../sudoku/asked.ts'
import { anyPuzzle, madePuzzle } from '../sudoku/made.ts'
import { peers } from '../sudoku/plain.ts'
import { EIGHTEEN_SOLUTIONS, published, texts } from '../sudoku/texts.ts'

const all = Object.values(strategies)

/** Few and close waypoints, so that short searches, too, are taken up from many places, and lose some of them. */
const CLOSE = { backtracks: 1, steps: 5, mostWaypoints: 40, mostLearned: 100_000 }

function tapeOf(puzzle: Puzzle, strategy: Strategy, limit = 20_000, solutions = 1, spacing?: typeof CLOSE): SearchTape {
  const tape = new SearchTape(puzzle, strategy, asking(solutions, limit), spacing)
  tape.record()
  return tape
}

describe.each(all)('a tape of $name', (strategy) => {
  /** Follows all steps of one uninterrupted search, and holds frames of a tape against it. */
  function expectReplay(
    puzzle: Puzzle,
    rules: RulesName,
    limit: number,
    solutions: number,
    orderOf: (length: number) => number[],
  ) {
    const steps: ToldStep[] = []
    const { end } = solve(strategy, puzzle, asking(solutions, limit), tellingTo(steps))
    const tape = tapeOf(puzzle, strategy, limit, solutions, CLOSE)
    expect(tape.length).toBe(steps.length)
    expect(tape.end).toBe(end)
    const plain = plainFrames(puzzle, rules, steps)
    let depth = 0
    const depths = steps.map(({ kind }) => {
      depth = Math.max(0, depth + Number(kind === 'place') - Number(kind === 'undo'))
      return depth
    })
    for (const step of orderOf(steps.length)) {
      const { digits, origins, path, tried, explored: _, left, ...rest } = tape.frameAt(step)
      expect({ path, tried }).toEqual(treeAt(steps, step))
      expect(left !== undefined).toBe(rest.last?.kind === 'undo' && !rest.lesson)
      if (left)
        expect([left.digits.join(' '), left.tried]).toEqual([plain[step - 1].digits, treeAt(steps, step - 1).tried])
      expect({
        ...rest,
        digits: [...digits].join(' '),
        origins: Array.from(origins, (origin) => ORIGINS[origin]).join(' '),
      }).toEqual(plain[step])
      const turnsBack = (i: number) =>
        !('cell' in steps[i]) || (steps[i].kind === 'undo' && /place|infer/.test(steps[i - 1]?.kind ?? 'infer'))
      const places = [...steps.keys()]
      const isTakenBack = rest.last?.kind === 'undo'
      const beside = isTakenBack ? path.length : path.length - 1
      const takesBack = (most: number) => (most < 0 ? undefined : places.find((i) => i >= step && depths[i] <= most))
      const expected = [
        places.find((i) => i >= step && turnsBack(i)),
        places.findLast((i) => i < step - 1 && turnsBack(i)),
        // Over what is taken back to the next that is tried in its place, or back to where nothing is left to try there.
        isTakenBack ? places.find((i) => i >= step && /place|undo/.test(steps[i].kind)) : takesBack(beside),
        takesBack(beside - 1),
      ].map((i) => (i !== undefined ? i + 1 : undefined))
      const goals = ['dead end', 'dead end before', 'over', 'out'] as const
      expect(goals.map((goal) => tape.seek(goal, step))).toEqual(expected)
    }
  }

  const onMadePuzzles = (numRuns: number) => {
    const printed = [...published, { puzzle: EIGHTEEN_SOLUTIONS, rules: 'classic' as const }]
    const texts = fc.constantFrom(...printed).map(({ puzzle, rules }) => ({ text: puzzle, rules, size: undefined }))
    const made = fc.oneof(texts, anyPuzzle(4, 6, 9), madePuzzle('classic', 9, 70), madePuzzle('classic', 16))
    const picks = fc.array(fc.nat(1_000_000), { maxLength: 30 })
    fc.assert(
      fc.property(made, picks, fc.integer({ min: 1, max: 50 }), ({ text, rules, size }, order, solutions) => {
        const puzzle = puzzleFrom(text, rules, size)
        expectReplay(puzzle, rules, 1_000, solutions, (length) => [length, ...order.map((pick) => pick % (length + 1))])
      }),
      { numRuns },
    )
  }
  const ON_MADE_PUZZLES =
    'shows any step in any order, its guesses, and the dead ends around it, on %i printed and made puzzles of all rules'
  it.each([50])(ON_MADE_PUZZLES, { tags: ['long'] }, onMadePuzzles)

  it('explores more and more of its tree, and all of it where it ends without another solution', () => {
    fc.assert(
      fc.property(anyPuzzle(4, 6, 9), ({ text, rules, size }) => {
        const tape = tapeOf(puzzleFrom(text, rules, size), strategy, 300, 1_000, CLOSE)
        // No share is known of the tree of a search that jumps back and starts again.
        if (strategy.name === 'learning') {
          expect(tape.frameAt(tape.length).explored).toBe(0)
          return
        }
        let before = 0
        let guesses = 0
        for (let step = 0; step <= tape.length; step++) {
          const { explored, last } = tape.frameAt(step)
          expect(explored).toBeGreaterThanOrEqual(before - 1e-12)
          // Only what is undone is done with.
          if (last?.kind !== 'undo') expect(explored).toBeCloseTo(before, 12)
          if (last?.kind === 'place') guesses++
          before = explored
        }
        if (guesses === 0) expect(before).toBe(0)
        // An inference of the engine from a contradiction is no choice, and so no step.
        else if (tape.end === 'exhausted' && strategy.name !== 'bit-parallel') expect(before).toBeCloseTo(1, 12)
        // The rest may be too little for the number to tell it from nothing.
        else expect(before).toBeLessThanOrEqual(1)
        // A search that is paused says the same of itself.
        const search = strategy.search(puzzleFrom(text, rules, size), asking(1_000, 300))
        if (!search.explored) return
        let step = 0
        for (let backtracks = 1; search.run(1) === undefined; backtracks++) {
          while (tape.frameAt(step).backtracks < backtracks) step++
          expect(search.explored()).toBeCloseTo(tape.frameAt(step).explored, 12)
        }
      }),
      { numRuns: 15 },
    )
  })
})

it.each([
  [100_000, 1],
  [1_000_000, 16],
])(
  'of a search that learns more and more keeps %i characters, and shows each step all the same',
  (mostLearned, most) => {
    const puzzle = puzzleFrom('.'.repeat(16))
    const BACKTRACKS = 500
    const takenUp = new Set<number>()
    /** Places and undoes, cell by cell, and has learned something else each time. */
    const learner: Strategy = {
      name: 'learning',
      search(_, question, from, observe) {
        const counts = new SearchCounts()
        counts.searchBacktracks = from?.path[0] ?? 0
        if (from) takenUp.add(counts.searchBacktracks)
        return {
          counts,
          run(backtracks) {
            for (let i = 0; i < backtracks && counts.searchBacktracks < BACKTRACKS; i++) {
              const step = { cell: counts.searchBacktracks++ % 16, digit: 1 }
              observe?.({ kind: 'place', ...step }, 0)
              observe?.({ kind: 'undo', ...step }, 0)
            }
            return counts.searchBacktracks < question.backtrackLimit ? undefined : 'limit'
          },
          checkpoint: () => ({
            version: SEARCH_VERSION,
            path: [counts.searchBacktracks],
            learned: `${counts.searchBacktracks}`.padEnd(60_000),
          }),
        }
      },
    }
    const tape = new SearchTape(puzzle, learner, asking(1, BACKTRACKS), { ...CLOSE, mostLearned })
    tape.record()
    for (let step = 1; step <= tape.length; step++) {
      const cell = Math.floor((step - 1) / 2) % 16
      expect(tape.frameAt(step).last).toEqual({ kind: step % 2 === 1 ? 'place' : 'undo', cell, digit: 1 })
    }
    expect(takenUp.size).toBeLessThanOrEqual(most)
    expect(takenUp.size).toBeGreaterThan(most / 3)
  },
)

it('can be shown while it is being recorded, and records no further than it is told', () => {
  const puzzle = puzzleFrom(texts.inkala2006.puzzle)
  const whole = tapeOf(puzzle, strategies['brute-force'])
  const tape = new SearchTape(puzzle, strategies['brute-force'], asking(1, 20_000))
  let slices = 0
  while (!tape.end) {
    let looks = 0
    tape.record(() => looks++ > 10)
    slices++
    for (const step of [tape.length, tape.length >> 1, tape.length + 5]) {
      expect(tape.frameAt(step)).toEqual(whole.frameAt(Math.min(step, tape.length)))
    }
  }
  expect(slices).toBeGreaterThan(100)
  expect(tape.length).toBe(whole.length)
})

it.each([
  ['ran out of backtracks', texts.inkala2010.puzzle, 'brute-force', 100, { end: 'limit', isSolution: false }],
  // Five guesses stand, each between two digits; the last one is at its second digit.
  ['found a solution', '.1..2...........', 'brute-force', 100, { end: 'enough', isSolution: true, explored: 1 / 32 }],
  ['has nothing to find', '12.. ..3. ..4. ....', 'singles', 100, { end: 'exhausted', isSolution: false }],
  [
    'counts what is published',
    texts.inkala2010.puzzle,
    'brute-force',
    20_000,
    { backtracks: 9_949, path: { length: 58 } },
  ],
  ['has a full grid, and takes no step', '1234 3412 2143 4321', 'brute-force', 100, { length: 0, isSolution: true }],
] as const)('says where a search %s', (_, text, strategy, limit, expected) => {
  const tape = tapeOf(puzzleFrom(text), strategies[strategy], limit)
  const { length, end } = tape
  const isSolution = !tape.frameAt(length).digits.includes(0)
  expect({ length, end, isSolution, ...tape.frameAt(length) }).toMatchObject(expected)
  if (length > 0) expect(tape.frameAt(length - 1).digits).toContain(0)
})

/** A step, or a turn with its lesson, which can be asked for only while it is told. */
type ToldStep = Step | { readonly kind: Turn['kind']; readonly lesson: Lesson }

/** As many of a clause as a tape tells. */
const MOST_TOLD = 4

function tellingTo(steps: ToldStep[]): Observer {
  return Object.assign((step: Step) => void steps.push(step), {
    turn: ({ kind, lesson }: Turn) => void steps.push({ kind, lesson: lesson(MOST_TOLD) }),
  })
}

/** What stands after some steps, and what was tried at each choice: whatever was begun under the same guess. */
function treeAt(steps: readonly ToldStep[], count: number) {
  const takenBack = (from: number, to: number) => steps.slice(from, to).filter(({ kind }) => kind === 'undo').length
  const guesses: { cell: number; digit: number; from: number; to: number; backtracks: number; parent: number }[] = []
  const standing = () => guesses.filter(({ to }) => to === Number.POSITIVE_INFINITY)
  for (const [i, step] of steps.slice(0, count).entries()) {
    const last = standing().at(-1)
    if (step.kind === 'undo' && last) last.to = i + 1
    if (step.kind !== 'place') continue
    const { cell, digit } = step
    guesses.push({ cell, digit, from: i + 1, to: Infinity, backtracks: takenBack(0, i), parent: last?.from ?? 0 })
  }
  const triedUnder = (parent: number, until: number) =>
    guesses
      .filter((guess) => guess.parent === parent && guess.to <= until)
      .map(({ parent: _, ...guess }) => ({ ...guess, tries: takenBack(guess.from, guess.to) }))
  const path = standing().map(({ parent, to: _, ...guess }) => {
    return { ...guess, tried: triedUnder(parent, guess.from).slice(-25) }
  })
  return { path, tried: triedUnder(path.at(-1)?.from ?? 0, count).slice(-25) }
}

/** Each frame as it has to be, from all steps at once. */
function plainFrames({ givens, rules: { size }, marks }: Puzzle, rules: RulesName, steps: readonly ToldStep[]) {
  const grid = [...givens]
  const origins = grid.map((digit): string => (digit === 0 ? 'empty' : 'given'))
  let backtracks = 0
  const filled: Step[] = []
  const seen = peers(rules, size)
  let lesson: Lesson | undefined
  const frame = (step: number, last: Step | { kind: Turn['kind'] } | undefined, candidates: number) => ({
    step,
    last,
    lesson,
    candidates,
    digits: grid.join(' '),
    origins: origins.join(' '),
    backtracks,
  })
  const candidatesAt = (cell: number) => {
    let set = 0
    for (let digit = 1; digit <= size; digit++) {
      if (marks.has(cell) && (rules === 'even') !== (digit % 2 === 0)) continue
      if (seen[cell].every((peer) => grid[peer] !== digit)) set |= 1 << (digit - 1)
    }
    return set
  }
  const frames = [frame(0, undefined, 0)]
  for (const step of steps) {
    if (!('cell' in step)) {
      lesson = step.lesson
      frames.push(frame(frames.length, { kind: step.kind }, 0))
      continue
    }
    if (step.kind !== 'undo') lesson = undefined
    let candidates = candidatesAt(step.cell)
    if (step.kind === 'undo') {
      const from = filled.findLastIndex(({ kind }) => kind === 'place')
      for (const { cell } of filled.splice(from)) {
        grid[cell] = 0
        origins[cell] = 'empty'
      }
      backtracks++
      candidates = candidatesAt(step.cell)
    } else {
      grid[step.cell] = step.digit
      origins[step.cell] = step.kind === 'place' ? 'guessed' : 'inferred'
      filled.push(step)
    }
    frames.push(frame(frames.length, step, candidates))
  }
  return frames
}
