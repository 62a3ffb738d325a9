import type { Observer, Step } from '../grid/step.ts'

/** Compiled once a process, each when it is first asked for: the engine's takes 2 ms. */
const compiled = new Map<() => BufferSource, WebAssembly.Module>()

/**
 * Opens a kernel with a memory of its own, of which only what is written to takes any of the machine's.
 *
 * @param bytes of its module, as its `kernel-bytes.ts` has them
 */
export function openKernel<Kernel>(bytes: () => BufferSource, imports?: WebAssembly.Imports): Kernel {
  let module = compiled.get(bytes)
  if (!module) {
    module = new WebAssembly.Module(bytes())
    compiled.set(bytes, module)
  }
  return new WebAssembly.Instance(module, imports).exports as unknown as Kernel
}

/** By the number that kernels have for them. */
const KINDS: readonly Step['kind'][] = ['place', 'infer', 'undo']

/** Tells an observer the steps that a kernel has logged, a word each (`log.as.ts` says how), and empties its log. */
export function tellLogged(
  { memory, logged }: { readonly memory: WebAssembly.Memory; readonly logged: WebAssembly.Global<'i32'> },
  log: number,
  observe: Observer,
): void {
  for (const word of new Uint32Array(memory.buffer, log, logged.value)) {
    observe({ kind: KINDS[word & 3], cell: (word >>> 2) & 0x7ff, digit: (word >>> 13) & 0x3f }, word >>> 19)
  }
  logged.value = 0
}
