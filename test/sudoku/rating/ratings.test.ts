import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runToEnd } from '../../../shared/run-to-end.ts'
import { digitsOf } from '../../../shared/sudoku/grid/grid.ts'
import { lengthRating } from '../../../shared/sudoku/rating/chain.ts'
import { ratePuzzle, ratingOf, sharedWay, Way } from '../../../shared/sudoku/rating/rating.ts'
import { stepsOf } from '../../../shared/sudoku/rating/steps.ts'
import {
  EXPLAINER_TECHNIQUES,
  HUMAN_TECHNIQUE_NAMES,
  HUMAN_TECHNIQUES,
  RATING_WORDS,
  ratingWord,
  TECHNIQUES,
  tenthsOfWord,
} from '../../../shared/sudoku/rating/techniques.ts'
import { isomorphOf } from './isomorph.ts'
import { judgedSteps } from './judged-steps.ts'
import { RATED, RATED_OTHERWISE, threeOf } from './rated.ts'
import { CELLS, NINE, placesOf, UNITS } from './step-checker.ts'

it('ratings are those of Sudoku Explainer 1.2.1', () => {
  for (const { puzzle, three, technique } of RATED) {
    const [er, ep, ed] = three.split('/').map(Number)
    const rating = ratePuzzle(digitsOf(puzzle))
    expect({ puzzle, rating }).toEqual({
      puzzle,
      rating: { er, ep, ed, difficulty: ratingWord(er), technique, ruleset: 'se-1.2.1' },
    })
  }
})

describe('isomorphs have the same rating', () => {
  const otherwise = new Set(RATED_OTHERWISE.map(({ puzzle }) => puzzle))
  const agrees = (count: number) => {
    for (const { puzzle, er } of RATED.filter((one) => !otherwise.has(one.puzzle))) {
      for (let i = 0; i < count; i++) {
        const isomorph = isomorphOf(puzzle, 'isomorph', i)
        expect({ isomorph, rating: ratePuzzle(digitsOf(isomorph)) }).toMatchObject({ rating: { er } })
      }
    }
  }
  it('one of each', () => agrees(1))
  it('ten of each', () => agrees(10))
  it('but for those of Sudoku Explainer’s, which are the same here', { tags: ['long'] }, () => {
    expect(RATED_OTHERWISE.length).toBeLessThan(RATED.length / 15)
    for (const { isomorph, three } of RATED_OTHERWISE) expect([isomorph, threeOf(isomorph)]).toEqual([isomorph, three])
  })
})

it('a rating that would take more than it may is at least something, and never more than it is', () => {
  for (const { puzzle, er } of RATED.filter(({ er }) => er > 6.5 && er < 7)) {
    const some = ratePuzzle(digitsOf(puzzle), { nodes: 20 })
    expect(some).toHaveProperty('atLeast')
    if ('atLeast' in some) expect(some.atLeast).toBeLessThanOrEqual(er)
  }
})

it('the same limit gives the same answer, whatever was rated before', () => {
  const { puzzle } = RATED[RATED.length - 1]
  const [first, second] = [1, 2].map(() => ratePuzzle(digitsOf(puzzle), { nodes: 5_000 }))
  expect(first).toEqual(second)
  threeOf(RATED[0].puzzle)
  expect(ratePuzzle(digitsOf(puzzle), { nodes: 5_000 })).toEqual(first)
})

it('a rating that is gone on with, and ends by chains that are rated no higher, has an EP', () => {
  // The first digit is placed after a chain.
  const givens = digitsOf('......6.89....2.........3..5...6..7....8.........3.....2...75...381............4.')
  const way = new Way()
  way.begin(givens)
  expect(ratePuzzle(givens)).toMatchObject({ er: 6.7, ep: 6.7, ed: 2.6 })
  const rating = ratingOf(givens, {}, { ...way.state(), er: 8, ep: 0, ed: 8, technique: 'cell-forcing-chains' })
  expect(rating.next()).toMatchObject({ done: true, value: { er: 8, ep: 8, ed: 8 } })
})

it.each(['se-1.2.1', 'human-1'] as const)('%s: steps, wherever they end, lead to the same rating', (ruleSet) => {
  for (const { puzzle } of RATED.slice(0, 30)) {
    const givens = digitsOf(puzzle)
    for (const nodes of [1_000, 30_000]) {
      const rating = ratePuzzle(givens, { ruleSet, nodes })
      for (const count of [1, 20, 1_000]) {
        stepsOf(givens, { ruleSet, nodes }).take(count).toArray()
        expect(runToEnd(ratingOf(givens, { ruleSet, nodes }, sharedWay().state())), puzzle).toEqual(rating)
      }
    }
  }
})

it('a grid that is full has the rating 0, and one that no technique solves has 20', () => {
  const full = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
  expect(ratePuzzle(digitsOf(full))).toEqual({ er: 0, ep: 0, ed: 0, difficulty: 'easy', ruleset: 'se-1.2.1' })
  // A rectangle of two digits, in two boxes, leaves two solutions, and nothing that would tell which.
  const two = [...full].map((digit, cell) => ([16, 17, 61, 62].includes(cell) ? '.' : digit)).join('')
  expect(ratePuzzle(digitsOf(two))).toEqual({ er: 20, ep: 0, ed: 0, difficulty: 'extreme', ruleset: 'se-1.2.1' })
})

it('a chain adds a tenth for each length that it is above', () => {
  const lengths = [4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536]
  for (const complexity of Array.from({ length: 2_000 }, (_, i) => i)) {
    const above = lengths.filter((length) => complexity - 2 > length).length
    expect(lengthRating(complexity)).toBeCloseTo(above / 10, 9)
  }
})

it('docs/ratings.md has a row for each technique, in their order, with what it is rated', () => {
  const page = readFileSync(new URL('../../../docs/ratings.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+\.\d) \|/gm)].map(([, name, least]) => [name, Number(least)])
  expect(rows).toEqual(EXPLAINER_TECHNIQUES.map((name) => [name, TECHNIQUES[name]]))
  const ofPerson = [...page.matchAll(/^\| (\d\.\d) \| `([a-z-]+)`/gm)].map(([, least, name]) => [name, Number(least)])
  const first = HUMAN_TECHNIQUE_NAMES.slice(0, HUMAN_TECHNIQUE_NAMES.indexOf('x-cycle') + 1)
  expect(ofPerson).toEqual(first.map((name) => [name, HUMAN_TECHNIQUES[name]]))
})

describe('by human-1', () => {
  const RATED_EARLY = RATED.filter(({ er }, i) => er < 7.5 && i % 2 === 0)

  it('a puzzle is rated as its hardest step is, with the minutes of all', () => {
    for (const { puzzle } of RATED_EARLY) {
      let [seconds, er] = [0, 0]
      for (const { step, candidates } of judgedSteps(puzzle, { ruleSet: 'human-1' })) {
        const lastPlaces = [...UNITS.values()].flatMap((unit) =>
          NINE.map((digit) => placesOf(candidates, unit, digit)).filter(({ length }) => length === 1),
        )
        const open = new Set([...lastPlaces.flat(), ...CELLS.filter((cell) => candidates[cell].size === 1)])
        seconds += /single|house/.test(step.name) ? 35 / open.size : 10 * step.rating
        er = Math.max(er, step.rating)
      }
      const rating = ratePuzzle(digitsOf(puzzle), { ruleSet: 'human-1' })
      expect(rating).toMatchObject({ er, difficulty: ratingWord(er), ruleset: 'human-1' })
      expect('minutes' in rating && Math.abs(Number(rating.minutes) - seconds / 60)).toBeLessThan(0.1)
    }
  })

  it('a level takes its techniques and those before the first of them, and no others', () => {
    const rules = { ruleSet: 'human-1', level: ['x-wing', 'xy-wing'] } as const
    const allowed = [...HUMAN_TECHNIQUE_NAMES.slice(0, HUMAN_TECHNIQUE_NAMES.indexOf('x-wing')), ...rules.level]
    for (const { puzzle } of RATED_EARLY) {
      const steps = [...judgedSteps(puzzle, rules)].map(({ step }) => step)
      expect(steps.map(({ technique }) => technique).filter((name) => !allowed.some((one) => one === name))).toEqual([])
      const isSolved = steps.flatMap(({ placements }) => placements).length === puzzle.split('.').length - 1
      const er = isSolved ? Math.max(...steps.map(({ rating }) => rating)) : 20
      expect(ratePuzzle(digitsOf(puzzle), rules)).toMatchObject({ er })
    }
  })
})

it('each word has the ratings that it is said of, and no others', () => {
  for (const word of RATING_WORDS) {
    const { from, to } = tenthsOfWord(word)
    for (let tenths = 10; tenths <= 120; tenths++)
      expect(ratingWord(tenths / 10) === word, `${word}, ${tenths}`).toBe(tenths >= from && tenths <= to)
  }
})
