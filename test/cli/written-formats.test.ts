import { expect, it } from 'vitest'
import { entryOf, puzzleOfEntry } from '../../shared/input/entry.ts'
import { type VariantPuzzle, variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { puzzleFormats } from '../../shared/job/output/puzzle-formats.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { ALL_SIZES, hasBoxes, type Size } from '../../shared/sudoku/grid/units.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { generateVariant } from '../../shared/sudoku/making/generate-variant.ts'
import { checkedSize, RULES_NAMES, type RulesName } from '../../shared/sudoku/rules/rules.ts'
import { LARGEST } from '../sudoku/largest.ts'
import { sudoku } from './run.ts'

/** The puzzle that a format brings back after it has written it; marks come back as constraints, but of JSON. */
function throughForm(form: keyof typeof puzzleFormats, puzzle: VariantPuzzle): VariantPuzzle {
  const written = puzzleFormats[form].write(puzzle)
  const entry = entryOf(form === 'ndjson' ? JSON.parse(written) : written.trimEnd(), 'refused')
  if (!entry.ok) throw new Error(entry.error.message)
  const read = puzzleOfEntry(entry.value, 'classic')
  if (!read.ok) throw new Error(read.error)
  return read.value
}

const sizesOf = (rule: RulesName) => ALL_SIZES.filter((size) => hasBoxes(size) && checkedSize(rule, size, false).ok)

it.each(RULES_NAMES.flatMap((rule) => sizesOf(rule).map((size) => [rule, size] as const)))(
  'a made puzzle under %s of a side of %i reads back from each form that the command line writes',
  { tags: ['long'] },
  (rule, size) => {
    const asked = { rules: rule, size, seed: 'forms', index: 1, ...(size > 9 && { clues: Math.ceil(0.7 * size ** 2) }) }
    const { puzzle, solution } = generateSolved(asked)
    const made = normal({ puzzle, rules: [rule], solution: textOf(solution) })
    expect(throughForm('ndjson', made)).toEqual(made)
    const { solution: _, ...carried } = made
    const read = throughForm('fpuzzles', made)
    const marked = [...puzzle].flatMap((symbol, cell) => (/[eo]/.test(symbol) ? [nameOfCell(cell, size)] : []))
    if (marked.length === 0) expect(read).toEqual(carried)
    else expect(read).toEqual({ puzzle: puzzle.replaceAll(/[eo]/g, '.'), constraints: [{ type: rule, cells: marked }] })
  },
)

it.each([4, 5, 6, 7, 8, 9] satisfies Size[])(
  'killers and jigsaws of a side of %i read back from each form',
  { tags: ['long'] },
  (size) => {
    for (const [cages, regions] of [
      [hasBoxes(size), !hasBoxes(size)],
      [true, true],
      [false, true],
    ]) {
      const { own, puzzle } = generateVariant({ rules: 'classic', size, cages, regions, seed: 'forms', index: 2 })
      const made = normal({ ...own, puzzle })
      for (const form of ['ndjson', 'fpuzzles'] as const) expect(throughForm(form, made)).toEqual(made)
    }
  },
)

it('a 36×36 grid is converted to each form and back', async () => {
  for (const form of ['ndjson', 'fpuzzles']) {
    const written = await sudoku(['convert', '-', '--to', form, '--rules', 'diagonal'], { input: `${LARGEST}\n` })
    expect(written).toMatchObject({ code: 0, stderr: '' })
    const read = await sudoku(['convert', '-', '--to', 'ndjson'], { input: written.stdout })
    expect(read).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ puzzle: LARGEST, rules: ['diagonal'] })}\n`,
      stderr: '',
    })
  }
})

it('a 36×36 puzzle is made in each form', { tags: ['long'] }, async () => {
  for (const form of ['ndjson', 'fpuzzles']) {
    const made = await sudoku(['generate', '--size', '36', '--clues', '1200', '--format', form])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    const read = await sudoku(['convert', '-', '--to', 'ndjson'], { input: made.stdout })
    expect(JSON.parse(read.stdout).puzzle).toMatch(/^[0-9A-Z.]{1296}$/)
  }
})

function normal(puzzle: object): VariantPuzzle {
  const checked = variantOf(puzzle)
  if (!checked.ok) throw new Error(checked.error)
  return checked.value
}
