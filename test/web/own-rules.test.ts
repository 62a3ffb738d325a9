import * as fc from 'fast-check'
import lz from 'lz-string'
import { beforeAll, describe, expect, it } from 'vitest'
import { pictureOf } from '../../shared/drawing/picture.ts'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { shownPuzzle } from '../../web/grid/shown-puzzle.ts'
import { hashOf, parseAddress } from '../../web/page/address.ts'
import { loadOwnRules, rulesInForce, rulesOf, sentPuzzle, solvable } from '../../web/rules/own-rules.ts'
import { puzzleWith, variantIn } from '../../web/rules/packed-rules.ts'
import type { PuzzleText } from '../../web/rules/puzzle-text.ts'
import { anyPuzzle } from '../input/variants/puzzles.ts'

const EMPTY = '.'.repeat(81)
const puzzleOf = (input: object): PuzzleText => {
  const read = puzzleWith(input)
  if (!read.ok) throw new Error(read.error)
  return read.value
}
const packedOwn = (json: string) =>
  lz.compressToBase64(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const pageAt = (puzzle: PuzzleText) => hashOf({ view: 'solve', job: undefined, puzzle, query: {} })

beforeAll(async () => {
  await loadOwnRules()
})

describe('a puzzle with rules of its own', () => {
  it('is the same after an address', () => {
    fc.assert(
      fc.property(anyPuzzle, ({ id: _, solution: __, ...input }) => {
        const read = puzzleWith(input)
        // The board has no sizes without boxes, and a search not room for everything.
        fc.pre(read.ok)
        const { puzzle, refused } = parseAddress(pageAt(read.value))
        expect(refused).toBeUndefined()
        expect(puzzle).toEqual(read.value)
        expect(puzzleWith(variantIn(puzzle))).toEqual(read)
      }),
      { numRuns: 12 },
    )
  })

  it('goes to workers and to the service as JSON has it', () => {
    const constraints = [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }]
    const puzzle = puzzleOf({ puzzle: EMPTY, rules: ['diagonal', 'anti-knight'], constraints })
    expect(puzzle.rules).toBe('diagonal')
    expect(sentPuzzle(puzzle)).toEqual({
      size: 9,
      rules: 'diagonal',
      text: EMPTY,
      own: { rules: ['anti-knight'], constraints },
    })
    expect(variantOf({ puzzle: EMPTY, ...sentPuzzle(puzzle).own }).ok).toBe(true)
    const read = solvable(puzzle)
    expect(read.ok && read.value.rules).toBe(rulesOf(puzzle))
  })

  it('names all rules that hold, on its picture, too', () => {
    const rules = ['anti-knight', 'non-consecutive', 'odd']
    const thermometer = (row: number) => ({ type: 'thermometer', cells: [`r${row}c1`, `r${row}c2`] })
    const constraints = [thermometer(1), thermometer(2)]
    const puzzle = puzzleOf({ puzzle: EMPTY, rules, constraints, negative: ['difference'] })
    const sentences = rulesInForce(puzzle)
    for (const words of [
      'Anti-knight: Cells a knight’s move',
      'Non-consecutive: ',
      'Odd cells: ',
      'No white dot means',
    ])
      expect(sentences.join('\n')).toContain(words)
    // A line is seen, but not what it means; two of them mean the same.
    expect(sentences.filter((words) => words === 'Thermometer: digits rise from the bulb on.')).toHaveLength(1)
    const svg = pictureOf(rulesOf(puzzle), shownPuzzle(puzzle).cells, sentences)
    // All in letters of one size, broken where a line is full.
    const lines = [...svg.matchAll(/<text x="0" y="([\d.]+)" font-size="([\d.]+)" fill="#000">([^<]*)</g)]
    expect(lines.map(([, , , words]) => words).join(' ')).toBe(sentences.join(' '))
    expect(new Set(lines.map(([, , size]) => size)).size).toBe(1)
    for (const [, y, size, words] of lines) {
      expect(words.length * Number(size) * 0.5).toBeLessThanOrEqual(9)
      expect(Number(y)).toBeLessThan(Number(/viewBox="\S+ \S+ \S+ (\S+)"/.exec(svg)?.[1]))
    }
    expect(rulesInForce({ size: 9, rules: 'classic', text: EMPTY })).toEqual([])
  })

  it('has its pencil marks within the dashes of a cage, beside its sum', () => {
    const puzzle = puzzleOf({ puzzle: EMPTY, constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 11 }] })
    const cells = shownPuzzle(puzzle).cells.map((cell) => ({ ...cell, candidates: 0b111111111 }))
    const svg = pictureOf(rulesOf(puzzle), cells)
    const [cornered, other] = [...svg.matchAll(/<g font-size="([\d.]+)".*?<\/g>/g)].map(([group, size]) => ({
      half: Number(size) / 2,
      rows: [...group.matchAll(/ y="([\d.]+)"/g)].map(([, y]) => Number(y)),
      columns: [...group.matchAll(/ x="([\d. ]+)"/g)].flatMap(([, x]) => x.split(' ').map((one) => Number(one) % 1)),
    }))
    for (const { half, rows, columns } of [cornered, other]) {
      expect(rows).toHaveLength(3)
      expect(Math.max(...rows) + half).toBeLessThan(0.92)
      expect(Math.min(...columns) - half / 2).toBeGreaterThan(0.08)
      expect(Math.max(...columns) + half / 2).toBeLessThan(0.92)
    }
    const [, sum] = /y="([\d.]+)"[^>]*>11</.exec(svg) ?? []
    expect(cornered.rows[0] - cornered.half).toBeGreaterThanOrEqual(Number(sum))
  })

  it.each(['1'.padEnd(25, '.'), '.'.repeat(25)])('may be of a size without boxes: %s', (text) => {
    const jigsaw = puzzleOf({ puzzle: text, regions: 'AAAAABBBBBCCCCCDDDDDEEEEE' })
    expect(parseAddress(pageAt(jigsaw))).toMatchObject({ puzzle: jigsaw, refused: undefined })
  })

  it('keeps marks of both kinds', () => {
    const { text, rules, own } = sentPuzzle(puzzleOf({ puzzle: `eo${EMPTY.slice(2)}`, rules: ['even', 'odd'] }))
    expect({ text, rules, own }).toEqual({
      text: `e${EMPTY.slice(1)}`,
      rules: 'even',
      own: { constraints: [{ type: 'odd', cells: ['r1c2'] }] },
    })
  })

  it.each([
    ['no payload', 'x', 'own: '],
    ['other JSON', packedOwn('17'), 'own: expected rules'],
    ['a text that is no JSON', packedOwn('{'), 'own: expected rules'],
    ['a cell outside', packedOwn('{"constraints":[{"type":"even","cells":["r10c1"]}]}'), 'found "r10c1"'],
    ['constraints that are none', packedOwn('{"rules":7,"constraints":7}'), 'constraints: found 7'],
  ])('is refused where the address holds %s', (_, own, words) => {
    const { puzzle, refused } = parseAddress(`#/solve?own=${own}`)
    expect(puzzle).toEqual({ size: 9, rules: 'classic', text: EMPTY })
    expect(refused).toContain(words)
  })
})

describe('what givens break is told while they are typed', () => {
  const told = (constraint: object, givens: string) =>
    shownPuzzle({ ...puzzleOf({ puzzle: EMPTY, constraints: [constraint] }), text: givens.padEnd(81, '.') })
  const cage = (sum?: number, cells = ['r1c1', 'r1c2', 'r1c3']) => ({ type: 'cage', cells, ...(sum && { sum }) })
  const sandwich = { type: 'sandwich', row: 1, from: 'left', value: 2 }
  const FALLS = 'The thermometer at r1c1: r1c1 holds 8 and r1c2 3, expected a higher digit.'
  const TWICE = '5 stands twice in the cage at r1c3, at row 1 column 3 and row 2 column 4.'

  it.each<[string, object, string, string[]]>([
    ['a sum that is passed', cage(11), '84', ['The cage at r1c1: 8 + 4 is over 11.']],
    ['a sum that is missed', cage(11, ['r1c1', 'r1c2']), '82', ['The cage at r1c1: 8 + 2 is 10, not 11.']],
    ['a sum out of reach', cage(24), '1', ['The cage at r1c1: 1 leaves 23 for 2 cells, which cannot be.']],
    ['a digit twice in a cage', cage(undefined, ['r1c3', 'r1c4', 'r2c4']), '..5.........5', [TWICE]],
    ['a thermometer that falls', { type: 'thermometer', cells: ['r1c1', 'r1c2'] }, '83', [FALLS]],
    ['half a sandwich', sandwich, '13', ['The sandwich left of row 1 cannot be kept with 1, 3 in it.']],
    ['a parity', { type: 'even', cells: ['r1c1'] }, '5', ['r1c1 holds 5, and may hold 2, 4, 6, 8 only.']],
    ['nothing that may still be', cage(11), '82', []],
  ])('%s', (_, constraint, givens, words) => {
    expect(told(constraint, givens).clashes).toEqual(words)
  })

  it('and marks the cells', () => {
    const { cells } = told(cage(11), '84')
    expect(cells.flatMap(({ clashes }, cell) => (clashes ? [cell] : []))).toEqual([0, 1])
  })
})
