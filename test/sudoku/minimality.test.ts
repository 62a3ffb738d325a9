import { describe, expect, it } from 'vitest'
import { Random } from '../../shared/random.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { type GivensAsked, redundantByEngine, redundantBySearch } from '../../shared/sudoku/making/minimality.ts'
import { RULES_NAMES, type RulesName, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from './asked.ts'
import { whole } from './in-pieces.ts'

/** The givens without which there is still one solution, by another strategy that is asked for two each time. */
function redundantIn(text: string, rules: RulesName = 'classic', size: Size = 9): number[] {
  const { givens } = puzzleFrom(text, rules, size)
  return [...givens.keys()].filter((cell) => {
    if (givens[cell] === 0) return false
    const without = puzzleFrom(`${text.slice(0, cell)}.${text.slice(cell + 1)}`, rules, size)
    return solve(strategies['exact-cover'], without, asking(2)).counts.solutionCount === 1
  })
}

function solutionOf(text: string, rules: RulesName): string {
  const { counts } = solve(strategies.singles, puzzleFrom(text, rules), asking(1))
  return counts.solutions[0].join('')
}

const wholeByEngine = (text: string, rules: 'classic' | 'diagonal') =>
  whole((from?: GivensAsked) => redundantByEngine(text, solutionOf(text, rules), rules, from))
const byEngine = (text: string, rules: 'classic' | 'diagonal') => wholeByEngine(text, rules).found

/** A minimal puzzle with a few of its solution's digits given besides, so that some givens are needed no more. */
function fuller(text: string, rules: RulesName, random: Random): string {
  const solution = solutionOf(text, rules)
  const more = new Set(random.order(81, random.below(12)))
  return [...text].map((character, cell) => (more.has(cell) ? solution[cell] : character)).join('')
}

const HARDEST = '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'

describe('the givens of a puzzle that are not needed', () => {
  it.each([
    { rules: 'classic', count: 40 },
    { rules: 'diagonal', count: 15 },
  ] as const)('are those without which there is still one solution, by the engine, $rules', ({ rules, count }) => {
    const random = new Random('fuller', 0)
    let needed = 0
    for (let index = 0; index < count; index++) {
      const text = fuller(generateSolved({ rules, size: 9, seed: 'minimal', index }).puzzle, rules, random)
      const redundant = byEngine(text, rules)
      expect(redundant).toEqual(redundantIn(text, rules))
      if (redundant.length === 0) needed++
    }
    expect(needed).toBeGreaterThan(0)
    expect(needed).toBeLessThan(count)
  })

  it('are the same wherever the engine is left in the midst of a search, while others ask, too', () => {
    const text = '..1..6......97.......3.....2.9...71.......265..........862.5.........4...2.7.....'
    const solution = solutionOf(text, 'diagonal')
    const ask = () => redundantByEngine(text, solution, 'diagonal')
    const { found, paused } = wholeByEngine(text, 'diagonal')
    expect(paused).toBeGreaterThan(3)
    expect(found).toEqual(redundantIn(text, 'diagonal'))
    const asking = [ask(), ask()]
    let ended = asking.map((work) => work.next())
    while (!ended.every(({ done }) => done)) ended = ended.map((end, i) => (end.done ? end : asking[i].next()))
    expect(ended.map(({ value }) => value)).toEqual([found, found])
  })

  it('are all of a full grid', () => {
    const full = solutionOf(HARDEST, 'classic')
    expect(byEngine(full, 'classic')).toEqual([...full].keys().toArray())
  })

  it.each(RULES_NAMES.filter((rules) => rulesNamed(rules).sizes.includes(4)))(
    'are found by searching, 4×4 %s',
    (rules) => {
      for (let index = 0; index < 8; index++) {
        const text = generateSolved({ rules, size: 4, seed: 's', index, clues: index < 4 ? undefined : 9 }).puzzle
        const { found } = whole((from?: GivensAsked) => redundantBySearch(puzzleFrom(text, rules, 4), 1_000_000, from))
        expect(found).toEqual(redundantIn(text, rules, 4))
      }
    },
  )

  it('are not found by searching where that takes more backtracks, all together, than it may', () => {
    const search = (limit: number, from?: GivensAsked) => redundantBySearch(puzzleFrom(HARDEST), limit, from)
    const { spent } = [...search(1_000_000)].at(-1)?.() ?? { spent: 0 }
    const found = [spent, spent - 1].map((limit) => whole((from?: GivensAsked) => search(limit, from)).found)
    expect(found).toEqual([[], undefined])
  })
})
