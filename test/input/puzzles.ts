/** Puzzles, plain and of other sizes, and one solution, for whatever tests write them into. */
export const B = '5176...34289..4...3462.5.9.6.2....1..38..6.47..........9.....787.34..56..........'
export { GRID as A, SOLUTION as SOLVED_A } from '../api/grids.ts'
export const FOUR = '1.3...21.1.224..'
export const SIX = '1.3456456123231564564231312645645312'

export const rowsOf = (puzzle: string, size = 9) => puzzle.match(new RegExp(`.{${size}}`, 'g')) ?? []
/** As a grid row by row reads: rows with strokes between them. */
export const rowByRow = (puzzle: string) => rowsOf(puzzle).join('/')

/** Two lines of as many cells each as a row of every grid has. */
const rowsOfEverySize = [4, 6, 9, 16, 25].map((width) => `${'..5'.repeat(9).slice(-width)}\n`.repeat(2)).join('')
/** Lines that are a grid of any size or none, repeated without end: nothing took longer to be told. */
export const rowsUnderHeadings = 'aa\n'.repeat(54) + rowsOfEverySize
export const rowsBetweenRules = '-\n'.repeat(54) + rowsOfEverySize
