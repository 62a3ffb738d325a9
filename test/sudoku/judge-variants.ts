import { parseArgs } from 'node:util'
import * as fc from 'fast-check'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { CONSTRAINT_TYPES } from '../../shared/sudoku/constraints/constraint-json.ts'
import { textOf } from '../../shared/sudoku/grid/grid.ts'
import { BOX_SHAPE, hasBoxes, VARIANT_SIZES } from '../../shared/sudoku/grid/units.ts'
import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { constraint } from '../input/variants/puzzles.ts'
import { asking } from './asked.ts'
import { solveInPieces } from './in-pieces.ts'
import { plainSolutions } from './plain.ts'
import { isKeptBy } from './plain-constraints.ts'

// `npm run tool -- variants [--count N --seed S --types A,B]`: puzzles of one to three constraints on all sizes, by all
// strategies, a third of them paused again and again. The oracle is all grids that plain search finds, as far as they
// keep the constraints' plain words.

const { values } = parseArgs({
  options: { seed: { type: 'string' }, count: { type: 'string', default: '1000' }, types: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const types = CONSTRAINT_TYPES.filter((type) => values.types?.split(',').includes(type) ?? true)
const MOST_GRIDS = 1_000
const PIECES = 10

const any = fc.constantFrom(...VARIANT_SIZES).chain((size) => {
  // Where there are no boxes, regions that are rows say nothing more than those.
  const { rows, columns } = hasBoxes(size) ? BOX_SHAPE[size] : { rows: 1, columns: size }
  const indices = Array.from({ length: size * size }, (_, i) => i)
  const cells = indices.map((i) => [Math.floor(i / size), i % size] as const)
  // Few forms of a type are kept by the grid that the puzzle is made from.
  const alike = fc.constantFrom(...types).chain((type) => fc.array(constraint(type, size), { minLength: 30 }))
  return fc.record({
    size: fc.constant(size),
    regions: fc.constant(
      cells.map(([r, c]) => String.fromCharCode(65 + Math.floor(r / rows) * rows + Math.floor(c / columns))).join(''),
    ),
    grid: fc
      .shuffledSubarray(indices.slice(0, size), { minLength: size })
      .map((digits) => cells.map(([r, c]) => 1 + digits[(columns * (r % rows) + Math.floor(r / rows) + c) % size])),
    forms: fc.array(alike, { minLength: 1, maxLength: 3 }),
    open: fc.shuffledSubarray(indices, { minLength: size, maxLength: Math.min(size * size, 6 * size) }),
    isBroken: fc.nat(4).map((n) => n === 0),
    piece: fc.integer({ min: 1, max: 3 * PIECES }),
  })
})

const told = { seed, puzzles: 0, withSeveral: 0, searches: 0, limited: 0, wrong: 0 }
const asked = Number(values.count)
for (const { size, regions, grid, forms, open, isBroken, piece } of fc.sample(any, { seed, numRuns: asked })) {
  const board = { puzzle: '.'.repeat(size * size), ...(!hasBoxes(size) && { regions }) }
  const constraints = forms.flatMap((alike, i) => {
    const all = alike.filter((form) => variantOf({ ...board, constraints: [form] }).ok)
    return all.filter((form) => (isBroken && i === 0) || isKeptBy(form, grid, regions)).slice(0, 1)
  })
  // Their own cells first, or most constraints would say nothing any more.
  const named = [...JSON.stringify(constraints).matchAll(/r(\d+)c(\d+)/g)].slice(0, 30)
  const blank = [...new Set([...named.map(([, r, c]) => (Number(r) - 1) * size + Number(c) - 1), ...open])]
  let all: string[]
  let text: string
  do {
    text = textOf(Uint8Array.from(grid, (digit, cell) => (blank.includes(cell) ? 0 : digit)))
    all = plainSolutions(text, 'classic', size, MOST_GRIDS, regions)
    blank.length = Math.floor(0.85 * blank.length)
  } while (all.length >= MOST_GRIDS)
  const isKept = (one: number[]) => constraints.every((form) => isKeptBy(form, one, regions))
  const expected = all.filter((one) => isKept(one.split(' ').map(Number))).length
  const own = { ...board, constraints }
  const puzzle = parsePuzzleWith(own, text, 'classic', size)
  told.puzzles++
  told.withSeveral += Number(expected > 1)
  const tell = (found: string) => {
    told.wrong++
    console.log(`${found}, expected ${expected}: ${JSON.stringify({ ...own, puzzle: text })}`)
  }
  // Givens alone may break them.
  if (!puzzle.ok && expected > 0) tell(puzzle.error)
  for (const strategy of Object.values(strategies)) {
    if (!puzzle.ok) break
    const question = [strategy, puzzle.value, asking(MOST_GRIDS, 5_000)] as const
    const { end, counts } = piece > PIECES ? solve(...question) : solveInPieces(...question, piece)
    told.searches++
    if (end === 'limit') told.limited++
    else if (counts.solutionCount !== expected) tell(`${strategy.name}: ${counts.solutionCount}`)
  }
}
console.log(told)
if (told.wrong > 0) process.exitCode = 1
