import { puzzles } from '../../../shared/sudoku/making/generate.ts'
import { Random } from '../../../shared/sudoku/making/random.ts'

export const COUNT = 100_000
/** Each is relabelled to two thousand. */
const ORIGINALS = 50
const ZERO = 0x30

/**
 * So many puzzles, a line each, nearly all different: a few with their digits changed about, which takes
 * far less than making them. They are more than one part of a job holds.
 */
export function hundredThousandPuzzles(): Uint8Array {
  const random = new Random('faults', 0)
  const wanted = { rules: 'classic', size: 9, clues: 36, seed: 'faults' } as const
  const originals = Buffer.from([...puzzles(wanted).take(ORIGINALS)].map((line) => `${line}\n`).join(''))
  const lines = Buffer.concat(Array.from({ length: COUNT / ORIGINALS }, () => originals))
  const labels = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const lineLength = originals.length / ORIGINALS
  for (let at = 0; at < lines.length; at++) {
    if (at % lineLength === 0) shuffleDigits(labels, random)
    lines[at] = labels[lines[at]]
  }
  return lines
}

function shuffleDigits(labels: Uint8Array, random: Random): void {
  for (let left = 9; left > 1; left--) {
    const [a, b] = [ZERO + left, ZERO + 1 + random.below(left)]
    const label = labels[a]
    labels[a] = labels[b]
    labels[b] = label
  }
}
