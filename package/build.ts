import { execFile } from 'node:child_process'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type BuildOptions, build } from 'esbuild'
import { base64Of } from '../shared/base64.ts'
import { buildKernel, bytesOfKernel, KERNEL_NAMES } from '../shared/sudoku/kernels/build.ts'
import { kernelsFrom, withoutNode } from '../web/build.ts'

/** The entries for programs. */
const LIBRARIES = ['index', 'solver', 'classic', 'client'] as const

/**
 * Builds the package, into `dist/`:
 *
 *     index.js  solver.js  classic.js  client.js  shared-*.js     for every runtime: nothing of Node in them
 *     sudoku.js                      the command line, for Node 20 and newer, with the libraries it uses
 *     generate-thread.js  rate-thread.js  solve-thread.js
 *     types/                         the declarations of the first four
 *     package.json  README.md
 *
 * @throws if the kernels' bytes are not those that its source makes: who installs the package cannot look
 */
export async function buildPackage(): Promise<void> {
  for (const name of KERNEL_NAMES) {
    const kept = await readFile(bytesOfKernel(name), 'utf8')
    if (kept !== (await buildKernel(name)))
      throw new Error(`kernels/${name} is not what it is built from: npm run kernel`)
  }
  await rm(at('dist'), { recursive: true, force: true })
  await Promise.all([
    bundle(
      LIBRARIES.map((name) => `package/${name}.ts`),
      {
        plugins: [inflated, withoutNode],
        target: 'es2022',
        // They have most of it in common.
        splitting: true,
        chunkNames: 'shared-[hash]',
        sourcemap: true,
      },
    ),
    bundle(['bin/sudoku.ts', 'bin/generate-thread.ts', 'bin/rate-thread.ts', 'bin/solve-thread.ts'], {
      platform: 'node',
      target: 'node20',
      // What draws sheets is read by who wants one.
      splitting: true,
      chunkNames: 'sudoku-[hash]',
      // Libraries that were written for CommonJS ask for Node's modules by `require`.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      // The service, which is only in a checkout.
      external: ['../infra/serve.ts'],
    }),
    promisify(execFile)(at('node_modules/.bin/tsc'), ['--project', at('package/tsconfig.json')]),
  ])
  await chmod(at('dist/sudoku.js'), 0o755)
  await declare(LIBRARIES)
  await writeFile(at('dist/package.json'), JSON.stringify(await manifest(), undefined, 2))
  // What the page about the package leads to otherwise is only in a checkout.
  const page = await readFile(at('docs/package.md'), 'utf8')
  await writeFile(at('dist/README.md'), page.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1'))
}

/** The manifest of who installs the package: nothing in it is for those who build it. */
async function manifest() {
  const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
    await readFile(at('package.json'), 'utf8'),
  )
  const exported = LIBRARIES.map((library) => [
    library === 'index' ? '.' : `./${library}`,
    { types: `./types/package/${library}.d.ts`, default: `./${library}.js` },
  ])
  return {
    ...{ name, version, description, license, type, sideEffects, engines },
    bin: { sudoku: 'sudoku.js' },
    exports: { ...Object.fromEntries(exported), './package.json': './package.json' },
  }
}

/** As they are, the one that Node inflates, too: not every runtime can do so without waiting. */
const inflated = kernelsFrom((_, bytes) => `() => bytesOfBase64('${base64Of(bytes)}')`)

/** Moves the declarations that the public ones lead to; of others than these, and those that they name, without comments. */
async function declare(names: readonly string[]): Promise<void> {
  const seen = new Set<string>()
  let next = names.map((name) => `package/${name}`)
  for (let depth = 0; next.length > 0; depth++) {
    const led = new Set<string>()
    for (const file of next) {
      seen.add(file)
      const text = await readFile(`${at(COMPILED)}/${file}.d.ts`, 'utf8')
      for (const [, path] of text.matchAll(/(?:from '|import\(")(\..*?)\.ts['"]/g))
        led.add(posix.join(posix.dirname(file), path))
      const told = depth <= 1 ? text : text.replaceAll(COMMENT, '')
      // Editors show the comments and types of what is named; its indentation nobody sees.
      const shown = depth === 0 ? told : told.replaceAll(/^ +/gm, '')
      const path = at(`dist/types/${file}.d.ts`)
      await mkdir(dirname(path), { recursive: true })
      // A project that installs the package may not allow imports that end in .ts.
      await writeFile(
        path,
        shown.replaceAll(WORDS, '').replaceAll(MEMORY, '').replaceAll('    ', '\t').replaceAll(IMPORT, '$1.js$2'),
      )
    }
    next = [...led].filter((file) => !seen.has(file))
  }
  await rm(at(COMPILED), { recursive: true })
}

/** Where the compiler writes its declarations: as in tsconfig.json. */
const COMPILED = 'dist/compiled'
const COMMENT = /^ *\/\*\*.*?\*\/\n/gms
/** Words and bounds of fields, strategies and rules: no type depends on them, and `/openapi.json` has them. */
const WORDS =
  /^\s*readonly (?:(?:description|words|short|sentence|infers|guesses|knownFrom|title|adds|shaded|pattern|format): (['"`]).*\1|(?:minimum|maximum|minItems|maxItems): \d+|uniqueItems: true);\n/gm
/** A project may know no types of WebAssembly, and no program asks for the memory of a kernel, or where in it things are. */
const MEMORY = /^\s*readonly memory: WebAssembly\.Memory;\n|^export declare const [A-Z_]+ = \d{3,};\n/gm
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
