import { createHash } from 'node:crypto'
import lz from 'lz-string'
import { expect, it } from 'vitest'
import { boardOf, fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { issLinkOf, unknownToIss } from '../../shared/input/variants/iss-writer.ts'
import { readVariant } from '../../shared/input/variants/variant-formats.ts'
import type { VariantPuzzle } from '../../shared/input/variants/variant-puzzle.ts'
import { Random } from '../../shared/random.ts'
import { machineOf } from '../../shared/sudoku/constraints/walk-compiler.ts'
import { oneOfEachForm } from '../forms.ts'
import { RULE_EXAMPLES } from '../sudoku/rule-examples.ts'
import { VARIANT_EXAMPLES } from './line-examples.ts'
import { read } from './read.ts'
import { SAMPLES, WRONG } from './samples.ts'

const WALK = { type: 'walk', lines: [['r1c1', 'r1c2', 'r1c3']] } as const
const PUZZLES: readonly VariantPuzzle[] = [
  ...[
    ...RULE_EXAMPLES.map(([, form]) => form),
    { ...WALK, pattern: '(1|[^2-3]){1,2}.*[24]+(3?1){2}' },
    { ...WALK, states: [{ 12: 1, 3: 0 }, { 4: 0 }], ends: [0, 1] },
  ].map((form) => ({ puzzle: '.'.repeat(16), constraints: [form] })),
  { puzzle: `12${'.'.repeat(14)}`, rules: ['diagonal', 'anti-knight'], regions: 'AAABABBBCCCDCDDD', negative: ['xv'] },
]
/** A puzzle as SudokuPad has it, in its long names. */
const PAD = {
  cells: [[{ value: 3 }, {}, {}, {}], ...Array(3).fill([{}, {}, {}, {}])],
  regions: [0, 1, 2, 3].map((row) => [0, 1, 2, 3].map((column) => [row, column])),
  cages: [
    { cells: [[0, 0]], value: '3', unique: true },
    { value: 'rules: Killer cages.' },
    { value: 'solution: 1234' },
  ],
  metadata: { antiknight: true, title: 'One', rules: 'Knights.' },
}

/** Texts that say each kind of what a form can say, and how they are read. */
const FORMS: Readonly<Record<string, readonly [read: (text: string) => unknown, texts: readonly string[]]>> = {
  JSON: [entriesOf, PUZZLES.map((one) => JSON.stringify({ id: 'one', solution: '1234341221434321', ...one }))],
  ISS: [readVariant, PUZZLES.filter((one) => unknownToIss(one).length === 0).map(issLinkOf)],
  'f-puzzles': [(json) => readVariant(lz.compressToBase64(json)), PUZZLES.map((one) => JSON.stringify(boardOf(one)))],
  SudokuPad: [(json) => readVariant(`scl${lz.compressToBase64(json)}`), [JSON.stringify(PAD)]],
  'bare-forms': [readVariant, [...Object.values(VARIANT_EXAMPLES), ...PUZZLES.map(fPuzzlesLinkOf)]],
  patterns: [
    (pattern) => machineOf({ ...WALK, pattern }, 9),
    ['(1|[^2-3]){1,2}.*[24]+(3?1){2}', '.*[1-4]{2,}(5|6?7)*', '([^1][^9]){0,3}8'],
  ],
  files: [entriesOf, [...SAMPLES, ...WRONG].map(([, text]) => text)],
}

/** What stands in a place where something else belongs. */
const ODD = [...'"x" "" 0 -1 1.5 99 null true [] {} [[]] {"a":1} . ~ x'.split(' '), '', '\n', '\t']

function entriesOf(text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    return { error: (error as Error).message }
  }
}

it.each(Object.entries(FORMS))('%s, spoiled, is read and refused as files have it', async (name, [read, texts]) => {
  const random = new Random(name, 0)
  const pick = <T>(items: readonly T[]): T => items[random.below(items.length)]
  const sum = createHash('sha256')
  const refusals: string[] = []
  for (const text of texts)
    for (let i = 0; i < 2_000 / texts.length + 20; i++) {
      const tokens = text.match(/"[^"]*"|[A-Za-z]+|\d+|\s+|./g) ?? []
      const at = random.below(tokens.length)
      tokens.splice(at, random.below(4), ...pick([[pick(tokens)], [pick(ODD)], [tokens[at], tokens[at]], []]))
      const said = JSON.stringify(read(tokens.join('')))
      sum.update(`${said}\n`)
      for (const [, error] of said?.matchAll(/"(?:error|refused)":"((?:[^"\\]|\\.)*)"/g) ?? []) refusals.push(error)
    }
  // What was read is too long to be kept: its sum says whether it is the same.
  const told = oneOfEachForm(refusals, (error) => error.replaceAll(/found .*?(?=, expected|$)|\d+/g, '#'))
  await expect(`${told}${sum.digest('hex')}\n`).toMatchFileSnapshot(`refusals/${name}.txt`)
})
