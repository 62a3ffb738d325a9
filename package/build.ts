import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import { buildKernel } from '../shared/sudoku/engine/build.ts'
import { KERNEL_BYTES } from '../shared/sudoku/engine/kernel-bytes.ts'
import { withoutNode } from '../web/build.ts'

/**
 * Builds what `npm pack` packs, into `dist/`:
 *
 *     client.js  solver.js           for every runtime: nothing of Node in them
 *     sudoku.js  block-thread.js     the command line, for Node 20 and newer, with the libraries it uses
 *     types/                         the declarations of the first two
 *
 * @throws if the kernel's bytes are not those that its source makes: who installs the package cannot look
 */
export async function buildPackage(): Promise<void> {
  const kernel = await buildKernel()
  if (!kernel.includes(`'${KERNEL_BYTES}'`))
    throw new Error('kernel-bytes.ts is not what kernel/ makes: npm run kernel')
  await rm(at('dist'), { recursive: true, force: true })
  await Promise.all([
    bundle(['package/client.ts', 'package/solver.ts'], { plugins: [withoutNode], target: 'es2022' }),
    bundle(['bin/sudoku.ts', 'bin/block-thread.ts'], {
      platform: 'node',
      target: 'node20',
      // Libraries that were written for CommonJS ask for Node's modules by `require`.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      // The service for --local and serve, which is only in a checkout.
      external: ['../infra/local.ts', '../infra/serve.ts'],
    }),
    promisify(execFile)(at('node_modules/.bin/tsc'), ['--project', at('package/tsconfig.json')]),
  ])
  await chmod(at('dist/sudoku.js'), 0o755)
  await declare(['client', 'solver'])
}

/**
 * Keeps those declarations alone that the public ones lead to, and comments on what those name themselves: half of what
 * the compiler writes.
 */
async function declare(names: readonly string[]): Promise<void> {
  const declarations = new Map<string, string>()
  let files = names.map((name) => `package/${name}`)
  for (let depth = 0; files.length > 0; depth++) {
    const next = new Set<string>()
    for (const file of files) {
      const text = await readFile(`${at(COMPILED)}/${file}.d.ts`, 'utf8')
      const shown = depth <= 1 ? text : text.replaceAll(COMMENT, '')
      // Who installs the package may not allow imports that end in .ts.
      declarations.set(file, shown.replaceAll(WORDS, '').replaceAll(IMPORT, '$1.js$2').replaceAll('    ', '\t'))
      for (const [, path] of text.matchAll(/from '(\..*)\.ts'/g)) next.add(posix.join(posix.dirname(file), path))
    }
    files = [...next].filter((file) => !declarations.has(file))
  }
  await rm(at(COMPILED), { recursive: true })
  for (const [file, text] of declarations) {
    const path = at(`dist/types/${file}.d.ts`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** Where the compiler writes its declarations: as in tsconfig.json. */
const COMPILED = 'dist/compiled'
const COMMENT = /^ *\/\*\*.*?\*\/\n/gms
/** Words and bounds of fields, strategies and rules: no type depends on them, and `/openapi.json` has them. */
const WORDS =
  /^\s*readonly (?:(?:description|short|sentence|infers|guesses|knownFrom|title|adds|shaded|pattern|format): (['"`]).*\1|(?:minimum|maximum|minItems|maxItems): \d+|uniqueItems: true);\n/gm
const IMPORT = /((?:from |import\()['"]\..*?)\.ts(['"])/g

async function bundle(entryPoints: string[], options: BuildOptions): Promise<void> {
  await build({
    entryPoints,
    absWorkingDir: at('.'),
    outdir: 'dist',
    entryNames: '[name]',
    bundle: true,
    minify: true,
    format: 'esm',
    legalComments: 'none',
    ...options,
  })
}

function at(path: string): string {
  return fileURLToPath(new URL(`../${path}`, import.meta.url))
}

if (import.meta.main) await buildPackage()
