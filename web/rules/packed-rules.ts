import lz from 'lz-string'
import { accept, type Checked, refuse, valueIn } from '../../shared/checked.ts'
import { drawnRules } from '../../shared/drawing/constraint-shapes.ts'
import type { BoardRules } from '../../shared/drawing/layers.ts'
import { unpacked } from '../../shared/input/variants/payload.ts'
import { type VariantPuzzle, variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { MAX_RULES_LENGTH, maxRulesLength } from '../../shared/job/limits.ts'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { type Digits, parseGrid } from '../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { type Puzzle, puzzleOf } from '../../shared/sudoku/rules/puzzle.ts'
import { type PuzzleRules, parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { type Breach, breachesIn } from './breaches.ts'
import type { PuzzleText } from './puzzle-text.ts'

export { constraintSentences } from '../../shared/drawing/constraint-sentences.ts'
export { brokenWords } from './breaches.ts'

/**
 * A puzzle with the rules that it brings; a refusal says what of them cannot be. One named rule alone is as good as no
 * rule of its own.
 *
 * @param input a puzzle as JSON has it, of which id and solution are left out
 */
export function puzzleWith(input: unknown): Checked<PuzzleText> {
  const read = variantOf(input)
  if (!read.ok) return read
  const { puzzle: text, regions, rules = [], constraints = [], negative } = withOneMark(read.value)
  const rule = rules.find((name) => name === 'even' || name === 'odd') ?? rules[0] ?? 'classic'
  const others = rules.filter((name) => name !== rule)
  const own: PuzzleRules = {
    ...(regions !== undefined && { regions }),
    ...(others.length > 0 && { rules: others }),
    ...(constraints.length > 0 && { constraints }),
    ...(negative !== undefined && { negative }),
  }
  const size = Math.sqrt(text.length) as Size
  const puzzle: PuzzleText = { size, rules: rule, text }
  const json = JSON.stringify(own)
  const most = maxRulesLength(text.length)
  if (json.length > most) return refuse(`found rules of ${json.length} characters, expected at most ${most}`)
  const checked = parsePuzzleWith(own, emptyOf(size), rule, size)
  if (!checked.ok || json === '{}') return checked.ok ? accept(puzzle) : checked
  // As an address takes it.
  const packed = lz.compressToBase64(json).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  return accept({ ...puzzle, own: packed })
}

/** The puzzle of an address, whose rules may be anything. */
export function unpackedPuzzle({ text, rules, own }: PuzzleText): Checked<PuzzleText> {
  const json = unpackedText(own ?? '')
  if (!json.ok) return refuse(`own: ${json.error}`)
  let found: unknown
  try {
    found = JSON.parse(json.value)
  } catch {
    return refuse('own: expected rules')
  }
  if (typeof found !== 'object' || found === null) return refuse('own: expected rules')
  const { rules: others, ...more }: { readonly rules?: unknown } = found
  return puzzleWith({ ...more, puzzle: text, rules: [rules, ...(Array.isArray(others) ? others : [])] })
}

/** Everything that a puzzle brings with it, besides the rules that it goes by. */
export function ownIn({ own }: PuzzleText): PuzzleRules {
  return own === undefined ? {} : (JSON.parse(valueIn(unpackedText(own))) as PuzzleRules)
}

/** All of a puzzle, as JSON and links have it. */
export function variantIn(puzzle: PuzzleText): VariantPuzzle {
  const { rules: others = [], ...own } = ownIn(puzzle)
  return valueIn(variantOf({ ...own, puzzle: puzzle.text, rules: [puzzle.rules, ...others] }))
}

/** Made once for each: boards are drawn again only where the rules are others. */
const kept = new Map<string, Pick<Puzzle, 'masks'> & { readonly rules: BoardRules }>()
const MOST_KEPT = 8

/**
 * A puzzle's rules, and what its cells may hold besides.
 *
 * @throws where its rules cannot be, which {@link puzzleWith} has found out
 */
export function composed(puzzle: PuzzleText) {
  const key = `${puzzle.size} ${puzzle.rules} ${puzzle.own}`
  let known = kept.get(key)
  if (!known) {
    const { rules, masks } = valueIn(parsePuzzleWith(ownIn(puzzle), emptyOf(puzzle.size), puzzle.rules, puzzle.size))
    known = { rules: drawnRules(rules), masks }
    kept.set(key, known)
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT) kept.delete(oldest)
  }
  return known
}

/** The puzzle to solve, under the rules that {@link composed} has; a refusal says what clashes. */
export function solvableWith(puzzle: PuzzleText): Checked<Puzzle> {
  const { rules, masks } = composed(puzzle)
  const grid = parseGrid(puzzle.text, rules.marks, puzzle.size)
  return grid.ok ? puzzleOf(rules, grid.value, masks) : grid
}

/** The rules of its own that givens break, besides digits that stand twice. */
export function breachesOf(puzzle: PuzzleText, givens: Digits): Breach[] {
  const { rules, masks } = composed(puzzle)
  return breachesIn(rules, masks, givens)
}

/** Where both kinds of marks are in a grid, which no board takes, those of one kind become constraints. */
function withOneMark(puzzle: VariantPuzzle): VariantPuzzle {
  const { rules = [], constraints = [], puzzle: text } = puzzle
  if (!rules.includes('even') || !rules.includes('odd')) return puzzle
  const size = Math.sqrt(text.length)
  const cells = [...text].flatMap((symbol, cell) => (symbol === 'o' ? [nameOfCell(cell, size)] : []))
  return {
    ...puzzle,
    puzzle: text.replaceAll('o', '.'),
    rules: rules.filter((rule) => rule !== 'odd'),
    constraints: cells.length > 0 ? [...constraints, { type: 'odd', cells }] : constraints,
  }
}

function emptyOf(size: number): string {
  return '.'.repeat(size * size)
}

function unpackedText(text: string): Checked<string> {
  const payload = text.replaceAll('-', '+').replaceAll('_', '/')
  return unpacked(payload.padEnd(Math.ceil(payload.length / 4) * 4, '='), MAX_RULES_LENGTH)
}
