import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { boardOf } from '../../../shared/input/variants/f-puzzles-writer.ts'
import { variantOf } from '../../../shared/input/variants/variant-puzzle.ts'
import { anyPuzzle, readBoard as read } from './puzzles.ts'

type Container = Record<string, unknown> | unknown[]

/** The board of any puzzle, with drawings over it that say what it holds, and notes. */
const boards = anyPuzzle.map((made) => {
  const puzzle = variantOf(made)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const board: Record<string, unknown> = JSON.parse(JSON.stringify(boardOf(puzzle.value)))
  if (Array.isArray(board.renban)) board.line = board.renban
  board.cage = [{ cells: ['R1C1'], value: 'title: One' }]
  return { title: 'One', author: 'Somebody', ruleset: 'Normal rules apply.', ...board }
})

/** All objects, or lists, in a value, and itself. */
function containersIn(value: unknown): Container[] {
  if (typeof value !== 'object' || value === null) return []
  return [value as Container, ...Object.values(value).flatMap(containersIn)]
}

/** What stands among digits is none, and anything else a key that nobody knows. */
const SAYS_SO = /unheardOf(?:: unknown key|", expected (?:a digit|digits))/

const UNKNOWN = 'a board with a key that nobody knows is refused, wherever that is: %i boards'
const isRefused = (numRuns: number) =>
  fc.assert(
    fc.property(boards, fc.nat(), fc.constantFrom(1, 'x', true, ['R1C1'], { cells: ['R1C1'] }), (board, at, value) => {
      expect(read(board)).toMatchObject({ ok: true })
      const objects = containersIn(board).filter((one) => !Array.isArray(one))
      Object.assign(objects[at % objects.length], { unheardOf: value })
      expect(read(board)).toMatchObject({ ok: false, error: expect.stringMatching(SAYS_SO) })
    }),
    { numRuns },
  )
it.each([40])(UNKNOWN, isRefused)
it.each([3_000])(UNKNOWN, { tags: ['long'] }, isRefused)

const CHANGED =
  'a board in which something is another value is read or refused, and what is read is in its normal form: %i'
const isReadOrRefused = (numRuns: number) => {
  const odd: unknown[] = [
    null,
    -1,
    0,
    1e9,
    '',
    'R1C1',
    'R99C99',
    [],
    {},
    [[]],
    [['R1C1']],
    [{}],
    '__proto__',
    'constructor',
    { toString: 1, valueOf: 1 },
    [{ toString: 1 }],
  ]
  const values = fc.oneof(fc.constantFrom(...odd), fc.jsonValue({ maxDepth: 2 }))
  fc.assert(
    fc.property(boards, fc.nat(), fc.nat(), values, (made, at, member, value) => {
      const board = structuredClone(made)
      const containers = containersIn(board)
      const container = containers[at % containers.length]
      const names = Object.keys(container)
      if (names.length > 0) Object.assign(container, { [names[member % names.length]]: value })
      const puzzle = read(board)
      if (!puzzle.ok) expect(puzzle.error).not.toMatch(/undefined|NaN|\[object/)
      else expect(variantOf(puzzle.value)).toEqual(puzzle)
    }),
    { numRuns },
  )
}
it.each([80])(CHANGED, isReadOrRefused)
it.each([3_000])(CHANGED, { tags: ['long'] }, isReadOrRefused)
