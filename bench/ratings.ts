import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../shared/sudoku/rating/rating.ts'
import { libraryIn, stepsIn, table, textOf } from './other-steps.ts'
import { processorMs } from './rivals/contenders.ts'
import { turnsOf } from './turns.ts'

/**
 * Ratings beside those of other programs, and how many are made in a second. The data are not in the project.
 *
 *     npm run bench -- ratings --file ratings.tsv --most 9.4 --set random_minimal.txt:2000 \
 *       --steps traces.tsv.gz --library reglib.txt --out bench/results/ratings-epyc.md
 *
 * `--file`: a head, then puzzle, set, ER, EP, ED, and columns of programs with ER/EP/ED among others. `--set`: a puzzle
 * a line. `--steps`: the steps of Sukaku Explainer, `--library`: single steps in HoDoKu's form. With `--turns 5` the sets
 * are rated by turns, `--beside 'skfr --input={file}'` with another program, and `--before folder` with another version.
 */
const { values: asked } = parseArgs({
  options: {
    file: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '9.4' },
    set: { type: 'string', multiple: true, default: [] },
    steps: { type: 'string' },
    library: { type: 'string' },
    turns: { type: 'string' },
    beside: { type: 'string' },
    before: { type: 'string' },
    out: { type: 'string' },
  },
})

const THREE = /^\d+\.\d\/\d+\.\d\/\d+\.\d$/
/** Ratings up to which rows of the table go. */
const BANDS = [6.2, 8.9, 9.4, 9.9, 10.4, 10.9, 11.9]

const blocks = [
  `${cpus()[0].model}, one core; Node ${process.versions.node}. Made with \`npm run bench -- ratings\`.`,
  ...asked.file.flatMap((file) => ['## Beside other programs', exactness(file, Number(asked.most))]),
  ...(asked.set.length > 0 && !asked.turns ? ['## Sets', setsOf(asked.set)] : []),
  ...(asked.turns ? ['## By turns', turnsOf(asked.set, Number(asked.turns), asked.beside, asked.before)] : []),
  ...(asked.steps ? ['## Steps of Sukaku Explainer 1.18.1', stepsIn(asked.steps)] : []),
  ...(asked.library ? ["## HoDoKu's single steps", libraryIn(asked.library)] : []),
]
const report = `# Ratings\n\n${blocks.join('\n\n')}\n`
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

/** For each program and band how many ratings are equal to ours: all three, and the ER; and the most it is off. */
function exactness(file: string, most: number): string {
  const [head, ...lines] = textOf(file)
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  const puzzles = lines.filter(([, , er]) => Number(er) <= most)
  const programs = head.flatMap((name, column) => {
    const isProgram = puzzles.some((fields) => THREE.test(fields[column] ?? ''))
    return isProgram ? [{ name, column }] : []
  })
  const start = processorMs()
  const seconds = new Map<number, number>()
  const ours = puzzles.map(([puzzle, , er]) => {
    const begun = processorMs()
    const rating = ratePuzzle(digitsOf(puzzle))
    const band = bandOf(Number(er))
    seconds.set(band, (seconds.get(band) ?? 0) + (processorMs() - begun) / 1000)
    return 'er' in rating ? [rating.er, rating.ep, rating.ed] : [0, 0, 0]
  })
  console.error(`${file}: ${puzzles.length} puzzles in ${((processorMs() - start) / 1000).toFixed(1)} s`)
  const bands = BANDS.filter((band) => band <= most)
  const rows = programs.map(({ name, column }) => {
    const known = puzzles.flatMap((fields, i) =>
      THREE.test(fields[column] ?? '')
        ? [{ ours: ours[i], theirs: fields[column].split('/').map(Number), er: Number(fields[2]) }]
        : [],
    )
    const isEqual = (a: readonly number[], b: readonly number[]) => a.every((rating, i) => rating === b[i])
    const fields = bands.map((band) => {
      const here = known.filter(({ er }) => bandOf(er) === band)
      const all = here.filter(({ ours, theirs }) => isEqual(ours, theirs)).length
      return here.length === 0 ? '' : `${all} of ${here.length}`
    })
    const er = known.filter(({ ours, theirs }) => ours[0] === theirs[0]).length
    const off = Math.max(0, ...known.map(({ ours, theirs }) => Math.abs(ours[0] - theirs[0])))
    return [name, ...fields, `${er} of ${known.length}`, off.toFixed(1)]
  })
  const counts = bands.map((band) => puzzles.filter(([, , er]) => bandOf(Number(er)) === band).length)
  const rates = bands.map((band, i) => (counts[i] / (seconds.get(band) ?? 1)).toFixed(counts[i] > 50 ? 0 : 1))
  return [
    `${puzzles.length} puzzles of ${basename(file)}, those up to ${most}. Equal in ER, EP and ED by ER, then in ER alone, and the most that an ER is off.`,
    table(
      ['program', ...bands.map((band) => `to ${band.toFixed(1)}`), 'ER', 'off'],
      [...rows, ['*ours, puzzles a second*', ...rates, '', '']],
    ),
  ].join('\n\n')
}

function bandOf(er: number): number {
  return BANDS.find((band) => er <= band) ?? BANDS[BANDS.length - 1]
}

/** How many puzzles of a set are rated in a second, and how hard they are. */
function setsOf(sets: readonly string[]): string {
  const rows = sets.map((named) => {
    const [file, count = '1000'] = named.split(':')
    const puzzles = textOf(file)
      .trim()
      .split(/\r?\n/)
      .slice(0, Number(count))
      .map((line) => line.slice(0, 81))
    const givens = puzzles.map((puzzle) => digitsOf(puzzle))
    // Compiles the code, and is not counted.
    for (const digits of givens.slice(0, 50)) ratePuzzle(digits)
    const start = processorMs()
    const ratings = givens.map((digits) => ratePuzzle(digits))
    const seconds = (processorMs() - start) / 1000
    const ers = ratings.map((rating) => ('er' in rating ? rating.er : 0)).toSorted((a, b) => a - b)
    const share = (from: number) => `${((100 * ers.filter((er) => er >= from).length) / ers.length).toFixed(1)} %`
    const rate = (givens.length / seconds).toFixed(0)
    return [
      basename(file),
      givens.length,
      rate,
      ers[ers.length >> 1].toFixed(1),
      share(6.5),
      share(9),
      (ers.at(-1) ?? 0).toFixed(1),
    ]
  })
  return table(['set', 'puzzles', 'puzzles a second', 'median ER', '6.5 and above', '9.0 and above', 'most'], rows)
}
