import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'
import { ENGINE_RULES, type EngineRules } from './kernel.ts'

/** The entries that the kernel for some rules is built from. */
const ENTRIES: Readonly<Record<EngineRules, readonly string[]>> = {
  classic: ['search.as.ts'],
  diagonal: ['search.as.ts', 'with-diagonals.as.ts'],
}

/**
 * Builds the kernels: AssemblyScript in, the bytes of WebAssembly modules out, as the text of
 * `kernel-bytes.ts`, so that Lambda, browser and tests all import the same.
 */
export async function buildKernels(): Promise<string> {
  const rows: string[] = []
  for (const rules of ENGINE_RULES) rows.push(`  ${rules}:\n    '${(await buildKernel(rules)).toString('base64')}',\n`)
  return `/** Built from kernel/ by \`npm run kernel\`; not to be edited. */\nexport const KERNEL_BYTES = {\n${rows.join('')}}\n`
}

async function buildKernel(rules: EngineRules): Promise<Buffer> {
  const sources = fileURLToPath(new URL('kernel/', import.meta.url))
  let wasm: Uint8Array = new Uint8Array()
  const { error, stderr } = await asc.main(
    [
      ...[...ENTRIES[rules], '--outFile', 'kernel.wasm', '--baseDir', sources],
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
  return Buffer.from(wasm)
}

if (import.meta.main) writeFileSync(new URL('kernel-bytes.ts', import.meta.url), await buildKernels())
