import { bytesOf } from '../../../base64.ts'
import { KERNEL_BYTES } from './kernel-bytes.ts'

/** The kernel as WebAssembly runs it; what its functions do is told in `kernel/needs.as.ts`. */
interface Kernel {
  readonly memory: WebAssembly.Memory
  init(): void
  look(): void
}

// Where things lie in its memory, in bytes: as in kernel/needs.as.ts, where they are drawn.
const PUZZLE = 0x3700
const SOLUTION = 0x3780
const VERDICTS = 0x3800
const CELLS = 81

/** What is found out of a given. Of an empty cell, and of a given that is needed, it is another number. */
export const REDUNDANT = 0
export const NOT_FOUND_OUT = 2

let kernel: Kernel | undefined
let bytes = new Uint8Array()

/**
 * What can quickly be found out of each given of a classic 9×9 puzzle, by its cell.
 *
 * @param puzzle `1`–`9`, and `.` for empty
 * @param solution its only one
 */
export function verdictsOf(puzzle: Uint8Array, solution: Uint8Array): Uint8Array {
  if (!kernel) {
    const module = new WebAssembly.Module(bytesOf(KERNEL_BYTES.minimality))
    kernel = new WebAssembly.Instance(module).exports as unknown as Kernel
    kernel.init()
    bytes = new Uint8Array(kernel.memory.buffer)
  }
  bytes.set(puzzle, PUZZLE)
  bytes.set(solution, SOLUTION)
  kernel.look()
  return bytes.slice(VERDICTS, VERDICTS + CELLS)
}
