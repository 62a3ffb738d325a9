import { describe, expect, it } from 'vitest'
import { digitsOf, parseGrid, symbolOfNumber, textOf } from '../../shared/sudoku/grid/grid.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { verify } from '../../shared/sudoku/rules/verify.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { checkedStrategy } from '../../shared/sudoku/search/strategy-figures.ts'
import { asking, puzzleFrom } from './asked.ts'
import { reported, solveInPieces } from './in-pieces.ts'
import { LARGEST, LARGEST_SOLUTION } from './largest.ts'

const EMPTY = '.'.repeat(36 * 36)
const GRID = digitsOf(LARGEST_SOLUTION)

describe('a 36×36 grid is read', () => {
  const digitsIn = (text: string) => {
    const grid = parseGrid(text)
    return grid.ok ? grid.value.digits : grid.error
  }

  it('in the digits 0 to 9 and A to Z, as other programs write it, and is written with the same symbols', () => {
    const text = `0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ${'.'.repeat(1260)}`
    const digits = digitsIn(text)
    expect(digits.slice(0, 12)).toEqual(Uint8Array.of(36, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
    expect(typeof digits === 'string' ? digits : textOf(digits)).toBe(text)
    expect(digitsIn(text.toLowerCase())).toEqual(digits)
    expect(digitsIn(LARGEST_SOLUTION)).toEqual(GRID)
  })

  it('with zeroes for empty cells, where there are more of them than rows', () => {
    expect(digitsIn(`Z1${'0'.repeat(1294)}`)).toEqual(Uint8Array.from([35, 1, ...Array(1294).fill(0)]))
    expect(digitsIn('0'.repeat(1296))).toEqual(new Uint8Array(1296))
    expect(digitsIn(`36 ${'0 '.repeat(1295)}`)).toEqual(Uint8Array.from([36, ...Array(1295).fill(0)]))
  })

  it.each([
    [
      `aB${'.'.repeat(1294)}`,
      'found small letters beside capitals, which may be the same digits or others: numbers would tell',
    ],
    [`?${'.'.repeat(1295)}`, 'cell 1: found "?", expected 1–9, A–Z, 0 or "."'],
    [`37 ${'0 '.repeat(1295)}`, 'cell 1: found "37", expected 1–9, A–Z, 0 or "."'],
  ])('or refused, with the reason: %#', (text, reason) => {
    expect(digitsIn(text)).toBe(reason)
  })

  it('and 36 is no symbol of a smaller one', () => {
    expect([9, 25, 36].map((side) => symbolOfNumber(36, side))).toEqual([undefined, undefined, '0'])
    expect([9, 25, 36].map((side) => symbolOfNumber(26, side))).toEqual([undefined, undefined, 'Q'])
  })
})

const NAMES = ['brute-force', 'fewest-candidates', 'exact-cover', 'learning', 'bit-parallel'] as const

it.each(NAMES)('%s solves it, and has the same to say when it is paused', (name) => {
  expect(checkedStrategy(name, 36)).toEqual({ ok: true, value: 36 })
  const puzzle = puzzleFrom(LARGEST)
  const question = asking(1, 3_000)
  const whole = solve(strategies[name], puzzle, question)
  if (whole.end === 'enough') expect(verify(puzzle, whole.counts.solutions[0])).toBeUndefined()
  expect(name === 'brute-force' || whole.end === 'enough').toBe(true)
  expect(reported(solveInPieces(strategies[name], puzzle, question, 500))).toEqual(reported(whole))
})

it.each(['single-sweep', 'naked-singles', 'singles'] as const)('%s says that it does not take it', (name) => {
  expect(checkedStrategy(name, 36)).toEqual({
    ok: false,
    error: `found 36, expected 25 or less for the strategy ${name}`,
  })
  expect(checkedStrategy(name, 25).ok).toBe(true)
})

it('an empty one is filled, and its search goes on from a message as if it had never been paused', () => {
  const puzzle = puzzleFrom(EMPTY)
  const whole = solve(strategies.learning, puzzle, asking(2))
  for (const solution of whole.counts.solutions) expect(verify(puzzle, solution)).toBeUndefined()
  expect(whole.counts.solutionCount).toBe(2)
  const search = strategies.learning.search(puzzle, asking(2))
  search.run(whole.counts.searchBacktracks - 100)
  const from = JSON.parse(JSON.stringify(search.checkpoint()))
  search.abandon?.()
  // A message holds a megabyte.
  expect(JSON.stringify(from).length).toBeLessThan(900_000)
  const rest = strategies.learning.search(puzzle, asking(2), from)
  expect(rest.run(Number.POSITIVE_INFINITY)).toBe('enough')
  expect(rest.counts.state()).toEqual(whole.counts.state())
})

it('is generated with one solution, by seed', { tags: ['long'] }, () => {
  for (const rules of ['classic', 'diagonal', 'even'] as const) {
    const asked = { rules, size: 36, seed: 1, index: 0 } as const
    const { puzzle, solution } = generateSolved(asked)
    expect(generateSolved(asked).puzzle).toBe(puzzle)
    const read = puzzleFrom(puzzle, rules)
    const { end, counts } = solve(strategies.learning, read, asking(2))
    expect([end, counts.solutions]).toEqual(['exhausted', [solution]])
    expect(verify(read, solution)).toBeUndefined()
    expect([...read.givens].filter((digit) => digit !== 0).length).toBeLessThan(700)
  }
})
