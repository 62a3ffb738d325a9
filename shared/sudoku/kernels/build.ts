import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import asc from 'assemblyscript/asc'

/** By its folder, the modules that a kernel is built as, each from its entries in the folder's `kernel/`. */
const KERNELS = {
  engine: { classic: ['search.as.ts'], diagonal: ['search.as.ts', 'with-diagonals.as.ts'] },
  learning: { learning: ['search.as.ts'] },
  canonical: { canonical: ['least.as.ts'] },
  constrained: { constrained: ['search.as.ts'] },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

export const KERNEL_NAMES = Object.keys(KERNELS) as (keyof typeof KERNELS)[]

/** Where the bytes of a kernel are kept. */
export function bytesOfKernel(name: keyof typeof KERNELS): URL {
  return new URL(`${name}/kernel-bytes.ts`, import.meta.url)
}

/**
 * Builds a kernel: AssemblyScript in, the bytes of WebAssembly modules out, as the text of
 * `kernel-bytes.ts`, so that Lambda, browser and tests all import the same.
 */
export async function buildKernel(name: keyof typeof KERNELS): Promise<string> {
  const rows: string[] = []
  if (name === 'constrained') {
    const [[module, entries]] = Object.entries<readonly string[]>(KERNELS[name])
    const deflated = deflateRawSync(await compiled(name, entries), { level: 9 }).toString('base64')
    return deflatedText(module, deflated)
  }
  for (const [module, entries] of Object.entries<readonly string[]>(KERNELS[name])) {
    rows.push(`  ${module}:\n    '${(await compiled(name, entries)).toString('base64')}',\n`)
  }
  return `/** Built from kernel/ by \`npm run kernel\`; not to be edited. */\nexport const KERNEL_BYTES = {\n${rows.join('')}}\n`
}

/**
 * Half as long, as every cold start reads a function's whole bundle: this one is inflated when it is first needed. The page
 * and the package have it as it is.
 */
function deflatedText(module: string, deflated: string): string {
  const text = `  '${deflated}'`
  const getter = `  get ${module}() {\n    return inflateRawSync(Buffer.from(DEFLATED, 'base64')).toString('base64')\n  },\n`
  return `import { inflateRawSync } from 'node:zlib'\n\n/** Built from kernel/ by \`npm run kernel\`; not to be edited. */\nconst DEFLATED =\n${text}\n\nexport const KERNEL_BYTES = {\n${getter}}\n`
}

async function compiled(name: string, entries: readonly string[]): Promise<Buffer> {
  const sources = fileURLToPath(new URL(`${name}/kernel/`, import.meta.url))
  let wasm: Uint8Array = new Uint8Array()
  const { error, stderr } = await asc.main(
    [
      ...[...entries, '--outFile', 'kernel.wasm', '--baseDir', sources],
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
  return Buffer.from(wasm)
}

if (import.meta.main) for (const name of KERNEL_NAMES) writeFileSync(bytesOfKernel(name), await buildKernel(name))
