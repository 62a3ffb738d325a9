import { Random } from '../../../shared/random.ts'

/** A puzzle with its digits renamed, its bands, stacks, rows and columns moved about, and turned on its side or not. */
export function isomorphOf(puzzle: string, seed: string, index: number, { transposed = true } = {}): string {
  const random = new Random(seed, index)
  const digits = random.order(9)
  const lines = () => random.order(3).flatMap((band) => random.order(3).map((line) => band * 3 + line))
  const [rows, columns] = [lines(), lines()]
  const isTurned = transposed && random.below(2) === 1
  const cells = Array.from({ length: 81 }, (_, cell) => {
    const [row, column] = [rows[Math.floor(cell / 9)], columns[cell % 9]]
    const symbol = puzzle[isTurned ? column * 9 + row : row * 9 + column]
    return /[1-9]/.test(symbol) ? `${digits[Number(symbol) - 1] + 1}` : '.'
  })
  return cells.join('')
}
