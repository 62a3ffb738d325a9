import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { CandidateGrid } from '../shared/sudoku/rating/candidate-grid.ts'
import { ChainSearches } from '../shared/sudoku/rating/chain-searches.ts'
import type { Hint } from '../shared/sudoku/rating/hint.ts'
import type { TechniqueName } from '../shared/sudoku/rating/technique-names.ts'
import { TECHNIQUES } from '../shared/sudoku/rating/techniques.ts'
import { Work } from '../shared/sudoku/rating/work.ts'

/** Steps of other programs: what does the technique find on the same grid here? */

/** The text of a file, unpacked. */
export function textOf(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (fields: readonly (string | number)[]) => `| ${fields.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')
}

/** A board with its searches, and what a technique finds on it. */
function bench() {
  const board = new CandidateGrid()
  const chains = new ChainSearches(board, new Work())
  return { board, find: (technique: TechniqueName) => TECHNIQUES[technique].find(board, chains) }
}

/** Techniques by the names that Sukaku Explainer 1.18.1 has for them, as far as both know them. */
const OF_SUKAKU: Readonly<Record<string, TechniqueName>> = {
  'Hidden Single': 'hidden-single',
  'Direct Pointing': 'direct-pointing',
  'Direct Claiming': 'direct-pointing',
  'Direct Hidden Pair': 'direct-hidden-pair',
  'Naked Single': 'naked-single',
  'Direct Hidden Triplet': 'direct-hidden-triplet',
  Pointing: 'pointing',
  Claiming: 'pointing',
  'Naked Pair': 'naked-pair',
  'X-Wing': 'x-wing',
  'Hidden Pair': 'hidden-pair',
  'Naked Triplet': 'naked-triplet',
  Swordfish: 'swordfish',
  'Hidden Triplet': 'hidden-triplet',
  'XY-Wing': 'xy-wing',
  'XYZ-Wing': 'xyz-wing',
  'Unique Rectangle': 'unique-rectangle',
  'Unique Loop': 'unique-rectangle',
  'Naked Quad': 'naked-quad',
  Jellyfish: 'jellyfish',
  'Hidden Quad': 'hidden-quad',
  BUG: 'bug',
  'Bidirectional Cycle': 'forcing-chain',
  'Bidirectional X-Cycle': 'forcing-chain',
  'Bidirectional Y-Cycle': 'forcing-chain',
  'Forcing Chain': 'forcing-chain',
  'Forcing X-Chain': 'forcing-chain',
  'Turbot Fish': 'forcing-chain',
  'Aligned Triplet Exclusion': 'aligned-triplet-exclusion',
  'Nishio Forcing Chains': 'nishio-forcing-chain',
  'Cell Forcing Chains': 'cell-forcing-chains',
  'Region Forcing Chains': 'cell-forcing-chains',
  'Dynamic Contradiction Forcing Chains': 'dynamic-cell-chains',
  'Dynamic Double Forcing Chains': 'dynamic-cell-chains',
  'Dynamic Cell Forcing Chains': 'dynamic-cell-chains',
  'Dynamic Region Forcing Chains': 'dynamic-cell-chains',
  'Dynamic Contradiction Forcing Chains (+)': 'dynamic-chains-plus',
  'Dynamic Region Forcing Chains (+)': 'dynamic-chains-plus',
  'Dynamic Cell Forcing Chains (+)': 'dynamic-chains-plus',
}

/** Takes the steps of each puzzle, and asks for each that both know what is found here on the same grid. */
export function stepsIn(file: string): string {
  const { board, find } = bench()
  const counts = new Map<string, { steps: number; same: number; other: number; none: number }>()
  let id = ''
  let unknown = 0
  for (const line of textOf(file).trim().split('\n').slice(1)) {
    const [puzzle, , grid, technique, , , cell, value, removals] = line.split('\t')
    if (puzzle !== id) board.begin(digitsOf(grid))
    id = puzzle
    const placement = value === '-' || Number(cell) < 0 ? -1 : Number(cell) * 9 + Number(value) - 1
    const gone =
      removals === '-'
        ? []
        : removals.split(';').flatMap((of) => {
            const [at, digits] = of.split(':')
            return [...digits].map((digit) => Number(at) * 9 + Number(digit) - 1)
          })
    const name = technique.replace(/ (\d+ )?type \d$/, '').replace(/ \d+$/, '')
    const known = OF_SUKAKU[name]
    if (known) {
      const count = counts.get(name) ?? { steps: 0, same: 0, other: 0, none: 0 }
      counts.set(name, count)
      count.steps++
      const hint = find(known)
      if (!hint) count.none++
      else if (isSame(hint, placement, gone)) count.same++
      else count.other++
    } else unknown++
    for (const candidate of gone) board.remove(Math.floor(candidate / 9), candidate % 9)
    if (placement >= 0) board.place(Math.floor(placement / 9), placement % 9)
  }
  const rows = [...counts].map(([name, { steps, same, other, none }]) => [name, steps, same, other, none])
  const sum = (i: number) => rows.reduce((total, row) => total + Number(row[i]), 0)
  return [
    `For each of their steps that is of a technique of both, what is found here on the same grid; ${unknown} are of techniques that Sudoku Explainer 1.2.1 has not.`,
    table(['technique', 'steps', 'the same', 'another', 'none'], [...rows, ['*all*', sum(1), sum(2), sum(3), sum(4)]]),
  ].join('\n\n')
}

/** Whether a hint places the digit, or takes the same candidates away. */
function isSame({ placement, eliminations }: Hint, place: number, gone: readonly number[]): boolean {
  if (place >= 0 || placement >= 0) return placement === place
  return eliminations.toSorted((a, b) => a - b).join() === gone.toSorted((a, b) => a - b).join()
}

/** Techniques by HoDoKu's numbers for them. */
const OF_HODOKU: Readonly<Record<string, TechniqueName>> = {
  '0000': 'hidden-single',
  '0002': 'hidden-single',
  '0003': 'naked-single',
  '0100': 'pointing',
  '0101': 'claiming',
  '0200': 'naked-pair',
  '0201': 'naked-triplet',
  '0202': 'naked-quad',
  '0210': 'hidden-pair',
  '0211': 'hidden-triplet',
  '0212': 'hidden-quad',
  '0300': 'x-wing',
  '0301': 'swordfish',
  '0302': 'jellyfish',
  '0600': 'unique-rectangle',
  '0601': 'unique-rectangle',
  '0602': 'unique-rectangle',
  '0603': 'unique-rectangle',
  '0610': 'bug',
  '0701': 'forcing-chain',
  '0702': 'forcing-chain',
  '0706': 'forcing-chain',
  '0707': 'forcing-chain',
  '0708': 'forcing-chain',
  '0800': 'xy-wing',
  '0801': 'xyz-wing',
}

/** Takes what a technique finds until it finds nothing more: is the step of the library in it? */
export function libraryIn(file: string): string {
  const { board, find } = bench()
  const counts = new Map<string, { steps: number; found: number }>()
  let unknown = 0
  for (const line of textOf(file).split('\n')) {
    const [start, code, , grid, deleted, eliminated, placed] = line.split(':')
    if (start !== '' || placed === undefined) continue
    const technique = OF_HODOKU[code.split('-')[0]]
    // What ends with an x is to find nothing in a sense that differs from program to program.
    if (!technique || code.endsWith('x')) {
      unknown++
      continue
    }
    board.begin(digitsOf(grid.replaceAll('+', '')))
    const candidates = (text: string) =>
      (text.match(/\d{3}/g) ?? []).map(
        ([digit, row, column]) => (Number(row) * 9 + Number(column) - 10) * 9 + Number(digit) - 1,
      )
    for (const candidate of candidates(deleted)) board.remove(Math.floor(candidate / 9), candidate % 9)
    const wanted = new Set([...candidates(eliminated), ...candidates(placed)])
    for (let hint = find(technique); hint && wanted.size > 0; hint = find(technique)) {
      for (const candidate of [...hint.eliminations, hint.placement]) wanted.delete(candidate)
      for (const candidate of hint.eliminations) board.remove(Math.floor(candidate / 9), candidate % 9)
      if (hint.placement >= 0) board.place(Math.floor(hint.placement / 9), hint.placement % 9)
    }
    const count = counts.get(code) ?? { steps: 0, found: 0 }
    counts.set(code, count)
    count.steps++
    if (wanted.size === 0) count.found++
  }
  const rows = [...counts].map(([code, { steps, found }]) => [`${code} ${OF_HODOKU[code.split('-')[0]]}`, steps, found])
  return [
    `For each step of a technique of both: whether what the technique takes away, or places, is found here by it; ${unknown} are of other techniques, or of what must not be found.`,
    table(['technique', 'steps', 'found'], rows),
  ].join('\n\n')
}
