import fc from 'fast-check'
import { expect, it } from 'vitest'
import { constraintOf } from '../../shared/sudoku/constraints/constraint-json.ts'
import { matches, parsePattern } from '../../shared/sudoku/constraints/pattern.ts'
import { machineOf } from '../../shared/sudoku/constraints/walk-compiler.ts'
import { constraint } from '../input/variants/puzzles.ts'

const SYMBOLS = '.123456789ABCDEFGHIJKLMNOP'

it('a machine, the judge, and regular expressions of JavaScript accept the same digits', () => {
  const asked = fc.constantFrom(4 as const, 9 as const, 16 as const).chain((size) =>
    fc.record({
      size: fc.constant(size),
      form: constraint('walk', size),
      digits: fc.array(fc.integer({ min: 1, max: size }), { maxLength: 7 }),
    }),
  )
  const accepted = new Set<boolean>()
  fc.assert(
    fc.property(asked, ({ size, form, digits }) => {
      if (form.type !== 'walk' || form.pattern === undefined) return
      const text = digits.map((digit) => SYMBOLS[digit]).join('')
      const wanted = new RegExp(`^(?:${form.pattern})$`).test(text)
      const pattern = parsePattern(form.pattern, size)
      const machine = machineOf(form, size)
      if (!pattern.ok || !machine.ok) throw new Error(form.pattern)
      const { next, ends } = machine.value
      const state = digits.reduce((at, digit) => (at < 0 ? at : next[at * size + digit - 1]), 0)
      expect([state >= 0 && ends[state], matches(pattern.value, digits)]).toEqual([wanted, wanted])
      accepted.add(wanted)
    }),
    { numRuns: 1_500 },
  )
  expect(accepted.size).toBe(2)
})

it.each([
  ['(1', 'character 3: found the end, expected a )'],
  ['1)', 'character 2: found ")", expected no ) without its ('],
  ['*', 'character 1: found "*", expected 1–9 or one of . [ ( | ) * + ? {'],
  ['[1-', 'character 4: found the end, expected 1–9 or one of . [ ( | ) * + ? {'],
  ['1{2,1}', 'character 3: found "2", expected at least 2 at the end'],
  ['1{x}', 'character 3: found "x", expected {2}, {2,} or {2,4}'],
  ['A', 'character 1: found "A", expected 1–9 or one of . [ ( | ) * + ? {'],
  ['((1{9}){9}){9}', 'found 729 digits with all repetitions, expected at most 300'],
  ['.*1.{12}', 'it comes to more than 512 states'],
])('the pattern %s is refused: %s', (pattern, reason) => {
  const found = constraintOf({ type: 'walk', lines: [['r1c1']], pattern }, 9)
  expect(found).toEqual({ ok: false, error: `walk: pattern: ${reason}` })
})

it.each([
  [{}, 'expected either a pattern or states'],
  [{ states: [{ 1: 0 }] }, 'ends: expected them with states, and only with them'],
  [{ states: [{ 1: 1 }], ends: [0] }, 'states: 0: found a way to 1, expected 0–0'],
  [{ states: [{ 12: 0, 23: 0 }], ends: [0] }, 'states: 0: found two ways for one digit'],
  [{ states: [{ 11: 0 }], ends: [0] }, 'states: 0: found 1 twice'],
  [{ states: [{ 1: 0 }], ends: [1] }, 'ends: found 1, expected 0–0'],
  [{ states: Array(513).fill({}), ends: [0] }, 'states: found a list, expected 1 to 512 states'],
])('the walk %j is refused: %s', (fields, reason) => {
  const found = constraintOf({ type: 'walk', lines: [['r1c1']], ...fields }, 9)
  expect(found).toEqual({ ok: false, error: `walk: ${reason}` })
})

it('patterns whose repetitions lie in one another are judged at once', () => {
  const pattern = parsePattern(`${'('.repeat(100)}1*${')*'.repeat(100)}2`, 9)
  if (!pattern.ok) throw new Error(pattern.error)
  const ones = Array<number>(60).fill(1)
  expect([matches(pattern.value, [...ones, 2]), matches(pattern.value, [...ones, 3])]).toEqual([true, false])
})
