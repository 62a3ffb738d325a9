import * as fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { convert, type SolveOptions, solve, solveAsync, solveText, solveTextAsync } from '../../package/solver.ts'
import { createClient } from '../../shared/client/client.ts'
import { INCLUSION_NAMES } from '../../shared/job/inclusions.ts'
import { PUZZLE_FORMATS } from '../../shared/job/output/puzzle-formats.ts'
import { CONSTRAINT_TYPES } from '../../shared/sudoku/constraints/constraint-json.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { generateSolved } from '../../shared/sudoku/making/generate.ts'
import { RULES_NAMES, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { GRID, SEVERAL, SOLUTION } from '../api/grids.ts'
import { sudoku } from '../cli/run.ts'
import { VARIANT_EXAMPLES } from '../input/line-examples.ts'
import { SAMPLES } from '../input/samples.ts'
import { constraint } from '../input/variants/puzzles.ts'

/** One table of puzzles, and what each door says of them: the API, the command line, the package. */
interface Row {
  readonly name: string
  readonly text: string
  readonly options?: SolveOptions
}

const seed = inject('seed')
const made = (size: Size, index: number) => generateSolved({ rules: 'classic', size, seed, index }).puzzle
const clashing = `${GRID.slice(0, -1)}5`
const WITH_RULES = {
  id: 'of its own',
  puzzle: '.'.repeat(81),
  rules: ['anti-king'],
  constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 6 }],
}

/** Constraints of a type, each in a puzzle of its own; most leave several solutions, and some leave none. */
const constrained = (type: (typeof CONSTRAINT_TYPES)[number], size: number, count: number) =>
  fc
    .sample(constraint(type, size), { numRuns: count, seed })
    .map((one) => ({ puzzle: '.'.repeat(size * size), constraints: [one] }))

const FORMS: readonly Row[] = [
  ...SAMPLES.map(([name, text]) => ({ name, text })),
  ...Object.entries(VARIANT_EXAMPLES).map(([name, text]) => ({ name, text })),
  ...PUZZLE_FORMATS.filter((name) => name !== 'svg').map((name) => ({
    name: `${name} as it is written`,
    text: `${convert(GRID, name)}\n`,
  })),
  { name: 'what is no puzzle, among others', text: `# mine\n\n${GRID}\nx\n${SEVERAL}\n${clashing}\n` },
  {
    name: 'CSV with names and solutions',
    text: `id,puzzle,solution\na,${GRID},${SOLUTION}\nb,${GRID},${SOLUTION.replace('5', '1')}\n"c ""x""",12,\n`,
  },
  { name: 'NDJSON with rules', text: `${JSON.stringify(WITH_RULES)}\n${JSON.stringify(GRID)}\n{"puzzle": 7}\n` },
  {
    name: 'a document of JSON',
    text: JSON.stringify({ puzzles: [GRID, WITH_RULES, { puzzle: GRID, cages: [] }] }, null, 2),
  },
  {
    name: 'rows in Python',
    text: `grid = [\n${[...GRID.matchAll(/.{9}/g)].map(([row]) => `  [${[...row].join(', ').replaceAll('.', 'None')}],`).join('\n')}\n]\n`,
  },
]

const RULES: readonly Row[] = RULES_NAMES.map((rules) => {
  const [size] = rulesNamed(rules).sizes.filter((side) => side !== 4 && side <= 9)
  return { name: `rules ${rules}`, text: `${'.'.repeat(size * size)}\n`, options: { rules, size } }
})

const CONSTRAINTS: readonly Row[] = CONSTRAINT_TYPES.map((type) => ({
  name: `constraint ${type}`,
  text: [...constrained(type, 4, 3), ...constrained(type, 9, 1)].map((one) => `${JSON.stringify(one)}\n`).join(''),
  options: { backtrackLimit: 20_000 },
}))

const MIXED = [GRID, SEVERAL, clashing, made(9, 1), made(9, 2), made(4, 3), JSON.stringify(WITH_RULES)].join('\n')

const INCLUSIONS: readonly Row[] = [
  ...INCLUSION_NAMES.flatMap((name) => [
    { name: `included ${name}`, text: MIXED, options: { include: [name], backtrackLimit: 10_000 } },
    {
      name: `included ${name}, with one solution asked for`,
      text: MIXED,
      options: { include: [name], solutions: 1, backtrackLimit: 10_000 },
    },
  ]),
]

const STRATEGIES: readonly Row[] = STRATEGY_NAMES.map((strategy) => ({
  name: `strategy ${strategy}`,
  text: `${made(9, 4)}\n${made(4, 5)}\n${SEVERAL}\n`,
  options: { strategy, solutions: 3, backtrackLimit: 100_000 },
}))

/** Each row starts a process, so that most of them are tried with the long tests. */
const SAMPLE = [FORMS.slice(-4), STRATEGIES[0], RULES[0], CONSTRAINTS[0], INCLUSIONS[0]].flat()
const SAYS_THE_SAME = '$name: every door says the same'
it.each(SAMPLE)(SAYS_THE_SAME, saysTheSame)
it.each([...FORMS, ...STRATEGIES, ...RULES, ...CONSTRAINTS, ...INCLUSIONS].filter((row) => !SAMPLE.includes(row)))(
  SAYS_THE_SAME,
  { tags: ['long'] },
  saysTheSame,
)

async function saysTheSame({ text, options = {} }: Row): Promise<void> {
  const client = createClient({ url: inject('serviceUrl') })
  const { id } = await client.createJob(text, options)
  await Array.fromAsync(client.watchJob(id))
  const byApi = JSON.stringify(await Array.fromAsync(client.results(id)))
  expect(byApi).not.toBe('[]')
  expect(JSON.stringify([...solveText(text, options)])).toBe(byApi)
  expect(JSON.stringify(await Array.fromAsync(solveTextAsync(text, options)))).toBe(byApi)
  const flags = Object.entries(options).flatMap(([name, value]) => [
    `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    `${value}`,
  ])
  const byCommand = await sudoku(['solve', '-', '--json', ...flags], { input: text, env: { SUDOKU_URL: '' } })
  expect(JSON.stringify(JSON.parse(byCommand.stdout))).toBe(byApi)
}

it.each([
  GRID,
  SEVERAL,
  clashing,
  'x',
  GRID.replaceAll('.', '0'),
  WITH_RULES,
  { puzzle: 7 },
  [[1]],
  convert(GRID, 'sudokupad'),
])('a puzzle in JSON is solved by the package as by the API: %j', async (puzzle) => {
  const client = createClient({ url: inject('serviceUrl') })
  const { results = [] } = await client.solve({ puzzles: [puzzle as string] })
  const [byApi] = results
  expect(JSON.stringify(solve(puzzle as string))).toBe(JSON.stringify(byApi))
  expect(JSON.stringify(await solveAsync(puzzle as string))).toBe(JSON.stringify(byApi))
})
