import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/** The folders whose `kernel/` is AssemblyScript: that of the engine for classic 9×9, and that of the solver that learns. */
export const KERNELS = ['engine', 'learning'] as const
type KernelName = (typeof KERNELS)[number]

/**
 * Builds a kernel: AssemblyScript in, the bytes of a WebAssembly module out, as text in
 * `kernel-bytes.ts`, so that Lambda, browser and tests all import the same.
 */
export async function buildKernel(name: KernelName): Promise<string> {
  const sources = fileURLToPath(new URL(`${name}/kernel/`, import.meta.url))
  let wasm: Uint8Array = new Uint8Array()
  const { error, stderr } = await asc.main(
    [
      ...['search.as.ts', '--outFile', 'kernel.wasm', '--baseDir', sources],
      ...[
        '-O3',
        '--converge',
        '--noAssert',
        '--runtime',
        'stub',
        '--initialMemory',
        '1',
        '--enable',
        'simd',
        '--use',
        'abort=',
      ],
    ],
    {
      writeFile(file, contents) {
        if (file.endsWith('.wasm') && contents instanceof Uint8Array) wasm = contents
      },
    },
  )
  if (error) throw new Error(stderr.toString(), { cause: error })
  return `/** Built from kernel/ by \`npm run kernel\`; not to be edited. */\nexport const KERNEL_BYTES =\n  '${Buffer.from(wasm).toString('base64')}'\n`
}

if (import.meta.main) {
  for (const name of KERNELS)
    writeFileSync(new URL(`${name}/kernel-bytes.ts`, import.meta.url), await buildKernel(name))
}
