const PAGE_BYTES = 65_536

/**
 * A kernel with a memory of its own, and where things lie there, in bytes.
 *
 * @param names of the addresses that the kernel exports as globals; its memory grows to the one called `END`
 */
export function instanceOf<Kernel extends { readonly memory: WebAssembly.Memory }, Name extends string>(
  module: WebAssembly.Module,
  names: readonly (Name | 'END')[],
  imports?: WebAssembly.Imports,
): { kernel: Kernel; addresses: Readonly<Record<Name | 'END', number>> } {
  const { exports } = new WebAssembly.Instance(module, imports)
  const kernel = exports as unknown as Kernel
  const globals = exports as unknown as Readonly<Record<string, WebAssembly.Global<'i32'>>>
  const values = Object.fromEntries(names.map((name) => [name, globals[name].value]))
  const addresses = values as Record<Name | 'END', number>
  // Of which only what is written to takes any of the machine's.
  kernel.memory.grow(Math.ceil((addresses.END - kernel.memory.buffer.byteLength) / PAGE_BYTES))
  return { kernel, addresses }
}
