import { PLAIN_CELLS, plainText } from '../../grid/plain-grid.ts'
import { openKernel } from '../open-kernel.ts'
import { type CanonicalKernel, KERNEL_BYTES, PUZZLE } from './kernel-bytes.ts'

let kernel: CanonicalKernel | undefined
let bytes = new Uint8Array()

/**
 * The least of all texts that a classic 9×9 grid, full or not, can be turned into: mirrored, with its bands, its stacks,
 * the rows and columns within them, and its digits in any other order. Empty cells come before digits. Two grids are
 * isomorphic where it is the same.
 *
 * @param grid 81 characters, `1`–`9`, and `.` or `0` for empty
 * @returns `.` for empty
 */
export function canonicalGrid(grid: string): string {
  canonise(grid)
  return plainText(bytes, PUZZLE)
}

/**
 * The same of the places of a grid's givens alone, each told as `1`: two grids have their givens in the same places, but
 * for such changes, where it is equal.
 */
export function canonicalPattern(grid: string): string {
  canonise(grid, true)
  return plainText(bytes, PUZZLE)
}

/**
 * How many of the same changes leave a grid as it is, the one that changes nothing among them: 1 for most, 648 for the most
 * symmetric full grid. Digits change places with the cells, and those that the grid does not have are left alone.
 */
export function automorphismsOf(grid: string): number {
  return canonise(grid)
}

function canonise(grid: string, isPattern = false): number {
  kernel ??= openKernel<CanonicalKernel>(KERNEL_BYTES.canonical)
  // A memory that grew is another buffer.
  if (bytes.buffer !== kernel.memory.buffer) bytes = new Uint8Array(kernel.memory.buffer)
  for (let cell = 0; cell < PLAIN_CELLS; cell++) bytes[PUZZLE + cell] = grid.charCodeAt(cell)
  const automorphisms = kernel.canonise(Number(isPattern))
  if (bytes.buffer !== kernel.memory.buffer) bytes = new Uint8Array(kernel.memory.buffer)
  return automorphisms
}
