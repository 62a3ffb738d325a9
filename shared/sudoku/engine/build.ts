import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

/**
 * Builds the kernel: AssemblyScript in, the bytes of a WebAssembly module out, as text in
 * `kernel-bytes.ts`, so that Lambda, browser and tests all import the same.
 */
export async function buildKernel(): Promise<string> {
  const sources = fileURLToPath(new URL('kernel/', import.meta.url))
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
      writeFile(name, contents) {
        if (name.endsWith('.wasm') && contents instanceof Uint8Array) wasm = contents
      },
    },
  )
  if (error) throw new Error(stderr.toString(), { cause: error })
  return `/** Built from kernel/ by \`npm run kernel\`; not to be edited. */\nexport const KERNEL_BYTES =\n  '${Buffer.from(wasm).toString('base64')}'\n`
}

if (import.meta.main) writeFileSync(new URL('kernel-bytes.ts', import.meta.url), await buildKernel())
