import { expect, it } from 'vitest'
import { generateBatch } from '../../package/generate.ts'
import { digitsOf, textOf } from '../../shared/sudoku/grid/grid.ts'
import { type GeneratorOptions, generateSolved } from '../../shared/sudoku/making/generate.ts'
import { ratePuzzle } from '../../shared/sudoku/rating/rating.ts'
import { RULES_NAMES } from '../../shared/sudoku/rules/rules.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { asking, puzzleFrom } from '../sudoku/asked.ts'
import { fileOf, interrupting, sudoku } from './run.ts'

const generate = (...args: string[]) => sudoku(['generate', ...args])

/** The lines printed, once nothing else was. */
async function linesOf(...args: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await generate(...args)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/\n$/)
  return stdout.trimEnd().split('\n')
}

it.each<[string, Partial<GeneratorOptions>]>([
  ['--count 30 --clues 25 --seed s', { seed: 's', clues: 25 }],
  ['--count 3 --seed s', { seed: 's' }],
  ['--rules diagonal --size 6 --clues 18 --count 5 --seed 7', { rules: 'diagonal', size: 6, clues: 18, seed: 7 }],
  ['--size 36 --clues 1100 --seed 1', { size: 36, clues: 1100, seed: 1 }],
])('prints what the generator makes of %s, and beside each its solution where that is asked for', async (args, of) => {
  const options: GeneratorOptions = { rules: 'classic', size: 9, ...of } as GeneratorOptions
  const lines = await linesOf(...args.split(' '))
  expect(lines).toEqual(lines.map((_, index) => generateSolved({ ...options, index }).puzzle))
  const [head, ...pairs] = await linesOf(...args.split(' '), '--solutions')
  expect(head).toBe('quizzes,solutions')
  // A 0 is a digit of 36×36.
  const empty = options.size === 36 ? '.' : '0'
  const solved = lines.map((_, index) => generateSolved({ ...options, index }))
  expect(pairs).toEqual(solved.map(({ puzzle, solution }) => `${puzzle.replaceAll('.', empty)},${textOf(solution)}`))
})

it('prints puzzles as hard as asked for, the same for a seed', { tags: ['long'] }, async () => {
  const [lines, again] = await Promise.all(
    ['1', '3'].map((threads) => linesOf('--er', '7.0..7.5', '--count', '6', '--threads', threads)),
  )
  expect(again).toEqual(lines)
  expect(new Set(lines).size).toBe(6)
  for (const line of lines) {
    const found = solve(strategies['exact-cover'], puzzleFrom(line, 'classic', 9), asking(2))
    expect(found.counts.solutionCount).toBe(1)
    const rating = ratePuzzle(digitsOf(line))
    expect('er' in rating && rating.er >= 7 && rating.er <= 7.5, line).toBe(true)
  }
  const easy = await linesOf('--er', '..1.5', '--json', '--solutions')
  expect(JSON.parse(easy.join(''))).toEqual([
    {
      puzzle: expect.stringMatching(/^[.1-9]{81}$/),
      rating: expect.objectContaining({ technique: 'hidden-single' }),
      solution: expect.stringMatching(/^[1-9]{81}$/),
    },
  ])
})

it('prints puzzles for a person, with what is included by the same techniques', { tags: ['long'] }, async () => {
  const wish = ['--level', 'x-wing,xy-wing', '--technique', 'xy-wing', '--count', '2']
  const lines = await linesOf(...wish, '--include', 'rating', '--format', 'ndjson')
  const level = ['x-wing', 'xy-wing'] as const
  const rated = lines.map((line) => JSON.parse(line))
  for (const { puzzle, rating } of rated) {
    expect(rating).toMatchObject({ technique: 'xy-wing', er: 3.7, ruleset: 'human-1', difficulty: 'hard' })
    expect(rating).toEqual(ratePuzzle(digitsOf(puzzle), { ruleSet: 'human-1', level }))
  }
  const batch = generateBatch(2, { level, technique: 'xy-wing', seed: 1 })
  expect(batch.map(({ puzzle }) => puzzle)).toEqual(rated.map(({ puzzle }) => puzzle))
  const [, row] = await linesOf(...wish, '--include', 'rating', '--format', 'csv')
  const [{ puzzle, rating }] = rated
  const { er, ep, ed, technique, difficulty, minutes } = rating
  expect(row).toBe(['', puzzle, '', er, ep, ed, technique, '', difficulty, minutes].join(','))
})

it('says how many it found once its budget is spent, at the same puzzle whatever the number of threads', {
  tags: ['long'],
}, async () => {
  const args = ['--technique', 'x-wing,jellyfish', '--count', '1000', '--budget', '1s', '--quiet']
  const [one, two] = await Promise.all(['1', '3'].map((threads) => generate(...args, '--threads', threads)))
  expect(two).toEqual(one)
  const found = one.stdout.split('\n').length - 1
  expect(found).toBeGreaterThan(0)
  expect(one.code).toBe(1)
  expect(one.stderr).toMatch(
    new RegExp(`^sudoku: found ${found} of 1000 in 1 s of work, among \\d+ puzzles: \\d+ x-wing.*\n$`),
  )
  const none = await generate('--er', '6.3', '--quiet', '--budget', '1s', '--json')
  expect([none.code, none.stdout]).toEqual([1, '[]\n'])
  expect(none.stderr).toMatch(/found 0 of 1 in 1 s of work, among \d+ puzzles\n$/)
})

it('tells of each puzzle what --include names, as results of jobs do', { tags: ['long'] }, async () => {
  const args = ['--technique', 'naked-pair', '--symmetry', 'rotational', '--count', '3', '--include']
  const lines = await linesOf(...args, 'rating,steps,canonical', '--format', 'ndjson', '--solutions')
  const items = lines.map((line) => JSON.parse(line))
  for (const item of items) {
    expect(item).toMatchObject({ rating: ratePuzzle(digitsOf(item.puzzle)), stepsEnd: 'solved' })
    expect(item.steps.map(({ technique }: { technique: string }) => technique)).toContain('naked-pair')
    expect(item.solution).toMatch(/^[1-9]{81}$/)
  }
  const [head, ...rows] = await linesOf(...args, 'rating,canonical', '--format', 'csv', '--solutions')
  expect(head).toBe(
    'id,puzzle,solution,rating.er,rating.ep,rating.ed,rating.technique,rating.atLeast,rating.difficulty,rating.minutes,canonical',
  )
  expect(rows).toEqual(
    items.map(({ puzzle, solution, rating: { er, ep, ed, technique, difficulty }, canonical }) =>
      ['', puzzle, solution, er, ep, ed, technique, '', difficulty, '', canonical].join(','),
    ),
  )
  const grids = await generate(...args.slice(0, -1), '--format', 'grid')
  expect(grids.stdout.replace(/\s/g, '')).toBe(items.map(({ puzzle }) => puzzle).join(''))
  const batch = generateBatch(3, { technique: 'naked-pair', symmetry: 'rotational', seed: 1 })
  expect(batch.map(({ puzzle }) => puzzle)).toEqual(items.map(({ puzzle }) => puzzle))
})

it('puts givens where a file has them', async () => {
  const pattern = fileOf('x.xx\n....\n.xx.\n..0x\n')
  const [line] = await linesOf('--size', '4', '--pattern', pattern)
  expect(line).toMatch(/^\d\.\d\d\.{5}\d\d\.\.\.\.\d$/)
})

it('prints the same for a seed, whatever the number of threads, and something else for another', {
  tags: ['long'],
}, async () => {
  // More than one block for each of three threads.
  const run = (seed: string, threads: string) => linesOf('--count', '1501', '--seed', seed, '--threads', threads)
  const [one, two, three, other] = await Promise.all([run('s', '1'), run('s', '2'), run('s', '3'), run('t', '2')])
  expect(one).toHaveLength(1501)
  expect(two).toEqual(one)
  expect(three).toEqual(one)
  // It starts with the same puzzles, however many follow.
  expect(one.slice(0, 5)).toEqual(await linesOf('--count', '5', '--seed', 's'))
  expect(new Set([...one, ...other]).size).toBe(3002)
})

it('prints killers and jigsaws as links, or as JSON, which are read again with all their rules', async () => {
  const args = ['--count', '3', '--rules', 'killer,jigsaw', '--size', '5', '--seed', 'forms']
  const links = await linesOf(...args)
  expect(links.every((link) => link.startsWith('https://f-puzzles.com/?load='))).toBe(true)
  const ndjson = await linesOf(...args, '--format', 'ndjson')
  const converted = await sudoku(['convert', '-', '--to', 'ndjson'], { input: `${links.join('\n')}\n` })
  expect(converted.stdout.trimEnd().split('\n')).toEqual(ndjson)
  const { stdout } = await generate(...args, '--json', '--solutions')
  const items: readonly { solution: string }[] = JSON.parse(stdout)
  expect(items.map(({ solution: _, ...item }) => item)).toEqual(ndjson.map((line) => JSON.parse(line)))
  for (const { solution } of items) expect(solution).toMatch(/^[1-5]{25}$/)
})

it('--format writes puzzles of named rules with those, too', { tags: ['long'] }, async () => {
  const args = ['--rules', 'windoku,diagonal', '--clues', '40']
  const [line] = await linesOf(...args)
  expect(line).toMatch(/^[1-9.]{81}$/)
  const [json] = await linesOf(...args, '--format', 'ndjson')
  expect(JSON.parse(json)).toEqual({ puzzle: line, rules: ['diagonal', 'windoku'] })
})

it('ends with 1 where rules leave no grid', async () => {
  const args = ['--rules', 'jigsaw,anti-king,anti-knight,non-consecutive', '--size', '5']
  const none = 'sudoku: puzzle 1: no grid found, jigsaw,anti-knight,anti-king,non-consecutive 5×5\n'
  expect(await generate(...args)).toEqual({ code: 1, stdout: '', stderr: none })
})

it.each([
  { args: ['--count', '0'], says: "argument '0' is invalid. expected a whole number from 1" },
  { args: ['--clues', '81'], says: 'found 81 clues, expected a whole number from 0 to 80' },
  { args: ['--clues', '2.5'], says: "argument '2.5' is invalid. expected a whole number, or a range such as 24..30" },
  { args: ['--clues', '30..24'], says: 'found 30..24, expected a whole number' },
  { args: ['--technique', 'x-wing', '--size', '4'], says: 'expected classic 9×9 puzzles' },
  { args: ['--technique', 'skyscraper'], says: 'found skyscraper, expected those of se-1.2.1' },
  { args: ['--level', 'x-wing', '--technique', 'w-wing'], says: 'found w-wing, expected techniques of the level' },
  { args: ['--level', 'x-wing', '--rule-set', 'se-1.2.1'], says: 'found --level with --rule-set se-1.2.1' },
  { args: ['--count-of', '1'], says: 'found how many steps, but not of which technique' },
  { args: ['--symmetry', 'rotational', '--rules', 'killer'], says: 'found killer or jigsaw with a wish' },
  { args: ['--size', '5', '--clues', '10..12', '--rules', 'jigsaw'], says: 'found killer or jigsaw with a wish' },
  { args: ['--budget', '60'], says: "argument '60' is invalid. expected a time such as 60s, 10m or 2h" },
  { args: ['--pattern', 'nowhere.txt'], says: 'pattern: ENOENT' },
  { args: ['--include', 'rating'], says: 'found --include with bare puzzles' },
  { args: ['--size', '10'], says: "argument '10' is invalid. expected 4, 5, 6, 7, 8, 9, 16, 25 or 36" },
  { args: ['--size', '5'], says: 'size: found 5, expected 4, 6, 9, 16, 25, 36 for classic' },
  { args: ['--size', '5', '--rules', 'killer'], says: 'size: found 5, expected 4, 6, 9, 16, 25, 36 for classic' },
  { args: ['--size', '16', '--rules', 'killer'], says: 'size: found 16, expected at most 9 for killer' },
  { args: ['--rules', 'jigsaw,disjoint'], says: 'found jigsaw and disjoint, expected boxes' },
  {
    args: ['--rules', 'killer', '--format', 'text'],
    says: 'found --format text, expected fpuzzles or sudokupad or ndjson',
  },
  { args: ['--json', '--format', 'ndjson'], says: 'found --json and --format ndjson' },
  { args: ['--rules', 'house'], says: `expected some of ${RULES_NAMES.join(', ')}, killer, jigsaw` },
  { args: ['--threads', '0'], says: "argument '0' is invalid. expected a whole number from 1 to 1024" },
])('ends with 2 and says what was expected: sudoku generate $args', async ({ args, says }) => {
  const { code, stdout, stderr } = await generate(...args)
  expect(stderr).toContain(says)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

it('ends with 1 where a number of clues is not reached any more, after the puzzles before', async () => {
  const some = await generate('--clues', '8', '--size', '6', '--count', '1000000', '--threads', '1')
  const made = some.stdout.split('\n').length - 1
  expect(made).toBeGreaterThan(0)
  const stderr = `sudoku: puzzle ${made + 1}: 8 clues not reached from 1000 grids, classic 6×6\n`
  expect(some).toMatchObject({ code: 1, stderr })
})

it('ends with 130 when interrupted', async () => {
  const asked = ['generate', '--count', '1000000000', '--threads', '1']
  expect(await sudoku(asked, interrupting().context)).toMatchObject({ code: 130 })
})
