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
