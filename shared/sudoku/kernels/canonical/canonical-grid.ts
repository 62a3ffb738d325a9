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
  kernel ??= openKernel<CanonicalKernel>(KERNEL_BYTES.canonical)
  // A memory that grew is another buffer.
  if (bytes.buffer !== kernel.memory.buffer) bytes = new Uint8Array(kernel.memory.buffer)
  for (let cell = 0; cell < PLAIN_CELLS; cell++) bytes[PUZZLE + cell] = grid.charCodeAt(cell)
  kernel.canonise()
  if (bytes.buffer !== kernel.memory.buffer) bytes = new Uint8Array(kernel.memory.buffer)
  return plainText(bytes, PUZZLE)
}
