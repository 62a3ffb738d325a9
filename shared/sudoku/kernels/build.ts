import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import asc from 'assemblyscript/asc'
import { capitalised } from '../../capitalised.ts'

interface KernelSources {
  /** The folder of the files, where it is another kernel's. */
  readonly folder?: string
  /** By its name, which no other kernel's has, a module and the files that it is built from. */
  readonly modules: Readonly<Record<string, readonly string[]>>
  /** The files with the constants that TypeScript may read: where things lie, and what numbers mean. */
  readonly constants: readonly string[]
  /**
   * Half as long, as every cold start reads a function's whole bundle: inflated when it is first needed. The page and the
   * package have the module as it is.
   */
  readonly isDeflated?: true
}

/** By their folders. */
const KERNELS = {
  engine: {
    modules: { classic: ['search.as.ts'], diagonal: ['search.as.ts', 'with-diagonals.as.ts'] },
    constants: ['memory.as.ts'],
  },
  lockstep: {
    folder: 'engine',
    modules: { together: ['search.as.ts', 'with-lockstep.as.ts'] },
    constants: ['memory.as.ts'],
    isDeflated: true,
  },
  learning: { modules: { learning: ['search.as.ts'] }, constants: ['memory.as.ts'] },
  canonical: { modules: { canonical: ['least.as.ts'] }, constants: ['least.as.ts'] },
  constrained: {
    modules: { constrained: ['search.as.ts'] },
    constants: ['memory.as.ts', 'rules.as.ts'],
    isDeflated: true,
  },
  rating: { modules: { rating: ['search.as.ts'] }, constants: ['memory.as.ts'], isDeflated: true },
} as const satisfies Readonly<Record<string, KernelSources>>

export const KERNEL_NAMES = Object.keys(KERNELS) as (keyof typeof KERNELS)[]

/** Where the bytes of a kernel are kept. */
export function bytesOfKernel(name: keyof typeof KERNELS): URL {
  return new URL(`${name}/kernel-bytes.ts`, import.meta.url)
}

/**
 * Builds a kernel: AssemblyScript in, and out its constants and the bytes of its WebAssembly modules, as the text of
 * `kernel-bytes.ts`, so that Lambda, browser and tests all import the same.
 */
export async function buildKernel(name: keyof typeof KERNELS): Promise<string> {
  const { folder = name, modules, constants, isDeflated }: KernelSources = KERNELS[name]
  const values = constantsOf((await compiled(folder, constants)).bytes)
  const rows: string[] = []
  let members: readonly string[] = []
  for (const [module, entries] of Object.entries(modules)) {
    const { bytes, declarations } = await compiled(folder, entries, values.END)
    members = membersIn(declarations)
    const base64 = (isDeflated ? deflateRawSync(bytes, { level: 9 }) : bytes).toString('base64')
    // The type of what Node inflates has a name that only Node knows, and the package's types are for browsers, too.
    const loader = isDeflated
      ? `(): Uint8Array<ArrayBuffer> => inflateRawSync(bytesOf('${base64}'))`
      : `() => bytesOf('${base64}')`
    rows.push(`  ${module}: ${loader},`)
  }
  return [
    ...(isDeflated ? ["import { inflateRawSync } from 'node:zlib'"] : []),
    "import { bytesOf } from '../../../base64.ts'",
    '',
    '// Built from the .as.ts beside it by `npm run kernel`; not to be edited.',
    ...Object.entries(values).map(([constant, value]) => `export const ${constant} = ${value}`),
    'export const KERNEL_BYTES = {',
    ...rows,
    '}',
    '/** As WebAssembly runs it, with a memory of its own. The sources say what its functions do. */',
    `export interface ${capitalised(name)}Kernel {`,
    ...members.map((member) => `  ${member}`),
    '}',
    '',
  ].join('\n')
}

/** The functions and variables that a module exports, as the compiler declares them; booleans are 0 and 1 there. */
function membersIn(declarations: string): string[] {
  return [...declarations.matchAll(/export (?:function (.*);|const (\w+): (\{|.*))/g)].map(([, method, name, type]) =>
    method
      ? method.replaceAll('boolean', 'number')
      : `readonly ${name}: ${type === '{' ? "WebAssembly.Global<'i32'>" : type.replace(';', '')}`,
  )
}

/** The constants that a module exports: numbers, none of them negative. */
function constantsOf(wasm: BufferSource): Record<string, number> {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(wasm), {})
  const constants: Record<string, number> = {}
  for (const [name, value] of Object.entries(exports)) {
    if (value instanceof WebAssembly.Global && name === name.toUpperCase()) constants[name] = value.value >>> 0
  }
  return constants
}

const PAGE_BYTES = 65_536

/** @param memoryBytes that it is to have from the beginning */
async function compiled(
  folder: string,
  entries: readonly string[],
  memoryBytes = 0,
): Promise<{ bytes: Buffer<ArrayBuffer>; declarations: string }> {
  const sources = fileURLToPath(new URL(`${folder}/`, import.meta.url))
  let bytes = Buffer.alloc(0)
  let declarations = ''
  const { error, stderr } = await asc.main(
    [
      ...[...entries, '--outFile', 'kernel.wasm', '--bindings', 'raw', '--baseDir', sources],
      ...['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort='],
      ...['--initialMemory', String(Math.max(1, Math.ceil(memoryBytes / PAGE_BYTES)))],
    ],
    {
      async readFile(file, folder) {
        const text = await readFile(resolve(folder, file), 'utf8').catch(() => null)
        return text?.replace(DECORATOR, '') ?? null
      },
      writeFile(file, contents) {
        if (file.endsWith('.wasm')) bytes = Buffer.from(contents)
        if (file.endsWith('.d.ts')) declarations = `${contents}`
      },
    },
  )
  if (error) throw new Error(stderr.toString(), { cause: error })
  return { bytes, declarations }
}

/** Functions have no decorators in TypeScript, so that the compiler's stand in comments, for other tools to read the sources. */
const DECORATOR = /^\/\/ (?=@(?:inline|global|external)\b)/gm

if (import.meta.main) for (const name of KERNEL_NAMES) writeFileSync(bytesOfKernel(name), await buildKernel(name))
