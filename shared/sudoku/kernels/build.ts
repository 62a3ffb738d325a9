import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deflateRawSync } from 'node:zlib'
import asc from 'assemblyscript/asc'
import { capitalised } from '../../capitalised.ts'

interface KernelSources {
  /** The folder of the files, where it is another kernel's, whose functions and constants are its own, too. */
  readonly folder?: string
  /**
   * By its name, which no other kernel's has, a module and the switches that it is built with: what is there for one of
   * them alone asks `isDefined`, so that other modules have nothing of it.
   */
  readonly modules: Readonly<Record<string, readonly string[]>>
  /** By file, the constants in it that TypeScript reads: where things lie, and what numbers mean. */
  readonly constants: Readonly<Record<string, string>>
  /**
   * Half as long, as every cold start reads a function's whole bundle: inflated when it is first needed. The page and the
   * package have the module as it is.
   */
  readonly isDeflated?: true
}

/** By their folders, in which `search.as.ts` has their functions. */
const KERNELS = {
  engine: {
    modules: { classic: [], diagonal: ['DIAGONALS'] },
    constants: {
      'memory.as.ts': `WEIGHT SAVED SAVED_END STACK LEVEL LOG LOG_FUEL BUFFERS RESULT_STATUS RESULT_SOLUTIONS RESULT_FIRST
        RESULT_BACKTRACKS RESULT_HEAD`,
    },
  },
  // For puzzles by the thousand: 128 of them share their first inference. Who solves few need not load it.
  lockstep: { folder: 'engine', modules: { together: ['LOCKSTEP'] }, constants: {}, isDeflated: true },
  learning: {
    modules: { learning: [] },
    constants: {
      'memory.as.ts': `FROM_PAIR FROM_CLAUSE FROM_CONSTRAINT PAUSED FOUND EXHAUSTED LIMIT TOO_LARGE CONTRADICTED
        UNIT_START UNIT_CELLS CELL_START CELL_UNITS BLOCK_START BLOCK_CELLS PARTITION_UNIT PARTITION_START PARTITION_ITEMS
        IS_BLOCK CONSTRAINT_START CONSTRAINT_CELLS CELL_CONSTRAINTS_START CELL_CONSTRAINTS
        CONSTRAINT_TARGET NO_TARGET CONSTRAINT_WEIGHTS CAGE_PARTITIONS CANDIDATES SOLUTION QUEUE BLOCK_LITERAL PLACEMENT
        TRAIL DECISION CAGE_CLAIM LEARNT STATE`,
    },
  },
  canonical: { modules: { canonical: [] }, constants: { 'search.as.ts': 'PUZZLE' } },
  constrained: {
    modules: { constrained: [] },
    constants: {
      'memory.as.ts': 'FOUND EXHAUSTED LIMIT CANDIDATES SOLUTION NOW SAVED MAX_STATES LOG LOG_FUEL RULES WAY_LANES',
      'rules.as.ts': 'END_OF_RULES UNIT CAGE SUM RELATION CHOICE WALK',
    },
    isDeflated: true,
  },
  rating: {
    modules: { rating: [] },
    constants: {
      'memory.as.ts': `CANDIDATES GROUPS_OF_ONE GROUPS NONE CROSSINGS DIGITS_AT PLACES_OF PLACED EMPTY_IN PLACED_OF EMPTY
        BOARD_BYTES CANDIDATE NUMBER MEMBER_FROM MEMBER GROUP PATH PATH_CAUSE GONE ROW_BYTES NODES ALTERNATIVES COMMON
        CLASH CLASH_ON CLASH_OFF ON_COUNT OFF_COUNT ON OFF ENTRY ANCESTORS CROSSING DIRECT ALIGNED ALLOWED LOOP BY_LINK`,
    },
    isDeflated: true,
  },
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
  const files = Object.keys(constants)
  const values = files.length > 0 ? constantsOf((await compiled(folder, files)).bytes) : {}
  const read = Object.values(constants).flatMap((names) => names.split(/\s+/))
  const rows: string[] = []
  let members: readonly string[] = []
  for (const [module, switches] of Object.entries(modules)) {
    const { bytes, declarations } = await compiled(folder, ['search.as.ts'], switches, values.END)
    members = membersIn(declarations)
    const base64 = (isDeflated ? deflateRawSync(bytes, { level: 9 }) : bytes).toString('base64')
    // The type of what Node inflates has a name that only Node knows, and the package's types are for browsers, too.
    const loader = isDeflated
      ? `(): Uint8Array<ArrayBuffer> => inflateRawSync(bytesOfBase64('${base64}'))`
      : `() => bytesOfBase64('${base64}')`
    rows.push(`  ${module}: ${loader},`)
  }
  const functions = [
    '/** As WebAssembly runs it, with a memory of its own. The sources say what its functions do. */',
    `export interface ${capitalised(name)}Kernel {`,
    ...members.map((member) => `  ${member}`),
    '}',
  ]
  return [
    ...(isDeflated ? ["import { inflateRawSync } from 'node:zlib'"] : []),
    "import { bytesOfBase64 } from '../../../base64.ts'",
    '',
    '// Built from the .as.ts beside it by `npm run kernel`; not to be edited.',
    ...read.map((constant) => `export const ${constant} = ${values[constant]}`),
    'export const KERNEL_BYTES = {',
    ...rows,
    '}',
    ...(folder === name ? functions : []),
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
  switches: readonly string[] = [],
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
      ...switches.flatMap((name) => ['--use', `${name}=1`]),
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
