import { basename } from 'node:path'
import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { ratePuzzle } from '../shared/sudoku/rating/rating.ts'
import { bench, gridsOf, linesOf, median, processorMs, say, table } from './measuring.ts'

const THREE = /^\d+\.\d\/\d+\.\d\/\d+\.\d$/
/** Ratings up to which rows of the table go. */
const BANDS = [6.2, 8.9, 9.4, 9.9, 10.4, 10.9, 11.9]

/**
 * Ratings beside those of other programs, and how many are made in a second. `--file`: a head, then puzzle, set, ER, EP,
 * ED, and columns of programs with ER/EP/ED among others, up to an ER (`--most`). `--set`: puzzles, a line each, and
 * behind the file's name how many of them (1,000).
 */
export const ratings = bench({ file: [], most: 9.4, set: [] }, ({ file, most, set }) => {
  const heads = ['set', 'puzzles', 'puzzles a second', 'median ER', '6.5 and above', '9.0 and above', 'most']
  return {
    title: 'Ratings',
    about: 'Processor time of one core.',
    sections: [
      ...file.flatMap((named) => ['## Beside other programs', ...exactness(named, most)]),
      ...(set.length > 0 ? ['## Sets', table(heads, set.map(rowOfSet))] : []),
    ],
  }
})

/** For each program and band how many ratings are equal to ours: all three, and the ER; and the most it is off. */
function exactness(file: string, most: number): string[] {
  const [head, ...lines] = linesOf(file).map((line) => line.split('\t'))
  const rated = lines.flatMap((fields) => {
    const [puzzle, , er] = fields
    if (!(Number(er) <= most)) return []
    const begun = processorMs()
    const rating = ratePuzzle(digitsOf(puzzle))
    const seconds = (processorMs() - begun) / 1000
    const ours = 'er' in rating ? [rating.er, rating.ep, rating.ed] : [0, 0, 0]
    return [{ fields, band: bandOf(Number(er)), ours, seconds }]
  })
  const bands = BANDS.filter((band) => band <= most)
  const rows = head.flatMap((name, column) => {
    const known = rated
      .filter(({ fields }) => THREE.test(fields[column] ?? ''))
      .map(({ fields, ...one }) => ({ ...one, theirs: fields[column].split('/').map(Number) }))
    if (known.length === 0) return []
    const equal = bands.map((band) => {
      const here = known.filter((one) => one.band === band)
      const all = here.filter(({ ours, theirs }) => ours.every((rating, i) => rating === theirs[i])).length
      return here.length === 0 ? '' : `${all} of ${here.length}`
    })
    const er = known.filter(({ ours, theirs }) => ours[0] === theirs[0]).length
    const off = Math.max(...known.map(({ ours, theirs }) => Math.abs(ours[0] - theirs[0])))
    return [[name, ...equal, `${er} of ${known.length}`, off.toFixed(1)]]
  })
  const rates = bands.map((band) => {
    const here = rated.filter((one) => one.band === band)
    const seconds = here.reduce((sum, one) => sum + one.seconds, 0)
    return (here.length === 0 ? 0 : here.length / seconds).toFixed(here.length > 50 ? 0 : 1)
  })
  const heads = ['program', ...bands.map((band) => `to ${band.toFixed(1)}`), 'ER', 'off']
  return [
    `${rated.length} puzzles of ${basename(file)}, those up to ${most}. Equal in ER, EP and ED by ER, then in ER alone, and the most that an ER is off.`,
    table(heads, [...rows, ['*ours, puzzles a second*', ...rates, '', '']]),
  ]
}

function bandOf(er: number): number {
  return BANDS.find((band) => er <= band) ?? BANDS[BANDS.length - 1]
}

const WARM_UP = 50

function rowOfSet(named: string): (string | number)[] {
  const [file, count = '1000'] = named.split(':')
  say(file)
  const givens = gridsOf(file, Number(count)).map((puzzle) => digitsOf(puzzle))
  for (const digits of givens.slice(0, WARM_UP)) ratePuzzle(digits)
  const start = processorMs()
  const rated = givens.map((digits) => ratePuzzle(digits))
  const seconds = (processorMs() - start) / 1000
  const ers = rated.map((rating) => ('er' in rating ? rating.er : 0))
  const share = (from: number) => `${((100 * ers.filter((er) => er >= from).length) / ers.length).toFixed(1)} %`
  return [
    ...[basename(file), givens.length, (givens.length / seconds).toFixed(0)],
    ...[median(ers).toFixed(1), share(6.5), share(9), Math.max(...ers).toFixed(1)],
  ]
}
