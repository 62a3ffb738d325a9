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
 *     block-thread.js  rate-thread.js  solve-thread.js
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
    bundle(['bin/sudoku.ts', 'bin/block-thread.ts', 'bin/rate-thread.ts', 'bin/solve-thread.ts'], {
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
  await writeFile(at('dist/README.md'), await readme())
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

/** The page about the package; what it leads to otherwise is only in a checkout. */
async function readme(): Promise<string> {
  const page = await readFile(at('docs/package.md'), 'utf8')
  return page.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]*\)/g, '$1')
}

/** As they are, the one that Node inflates, too: not every runtime can do so without waiting. */
const inflated = kernelsFrom((_, bytes) => `() => bytesOf('${base64Of(bytes)}')`)

/**
 * Writes those declarations alone that the public ones lead to, and comments on what those name themselves: a third of
 * what the compiler writes.
 */
async function declare(names: readonly string[]): Promise<void> {
  const files = new Map<string, readonly Declaration[]>()
  let next = names.map((name) => `package/${name}`)
  for (let depth = 0; next.length > 0; depth++) {
    const led = new Set<string>()
    for (const file of next) {
      const text = await readFile(`${at(COMPILED)}/${file}.d.ts`, 'utf8')
      const shown = depth <= 1 ? text : text.replaceAll(COMMENT, '')
      files.set(file, declarationsIn(shown.replaceAll(WORDS, '').replaceAll('    ', '\t')))
      for (const [, path] of text.matchAll(/(?:from '|import\(")(\..*?)\.ts['"]/g))
        led.add(posix.join(posix.dirname(file), path))
    }
    next = [...led].filter((file) => !files.has(file))
  }
  await rm(at(COMPILED), { recursive: true })
  const kept = reachable(files, (file) => names.some((name) => file === `package/${name}`))
  for (const [file, declarations] of files) {
    const text = textOf(declarations.filter((declaration) => kept.has(declaration)))
    if (text === '') continue
    const path = at(`dist/types/${file}.d.ts`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
}

/** A declaration with its comment, or an import; `name` is undefined if it declares no name of its own. */
interface Declaration {
  readonly name: string | undefined
  readonly text: string
}

/** The compiler begins each at the margin, and indents what belongs to it. */
function declarationsIn(text: string): Declaration[] {
  const whole = /^(?:\/\*\*(?:.|\n)*?\*\/\n)?(?=[a-z])(?:.*\n)(?:(?![a-z/]).*\n)*/gm
  return [...text.matchAll(whole)].map(([text]) => ({
    name: /^(?:export )?(?:declare )?(?:const|function|class|interface|type) (\w+)/m.exec(text)?.[1],
    text,
  }))
}

/** The declarations within reach of the public files, by the names that they mention: their file's own, or what it imports. */
function reachable(
  files: ReadonlyMap<string, readonly Declaration[]>,
  isPublic: (file: string) => boolean,
): ReadonlySet<Declaration> {
  const kept = new Set<Declaration>()
  const keepNamed = (file: string, name: string): void => {
    const own = files.get(file)?.filter((declaration) => declaration.name === name) ?? []
    for (const declaration of own) keep(file, declaration)
    if (own.length > 0) return
    for (const { text } of files.get(file) ?? []) {
      const [, names = '', path = ''] = /^(?:import|export) (?:type )?\{([^}]*)\} from '(\..*)\.ts'/m.exec(text) ?? []
      const imported = names.split(',').map((one) =>
        one
          .trim()
          .replace(/^type /, '')
          .split(' as '),
      )
      for (const [original, alias = original] of imported)
        if (alias === name) keepNamed(posix.join(posix.dirname(file), path), original)
    }
  }
  const keep = (file: string, declaration: Declaration): void => {
    if (kept.has(declaration)) return
    kept.add(declaration)
    const text = declaration.text.replaceAll(COMMENT, '')
    for (const [word] of text.matchAll(/\w+/g)) keepNamed(file, word)
    for (const [, path, name] of text.matchAll(/import\("(\..*?)\.ts"\)\.(\w+)/g))
      keepNamed(posix.join(posix.dirname(file), path), name)
  }
  for (const [file, declarations] of files)
    if (isPublic(file)) for (const declaration of declarations) keep(file, declaration)
  const isImport = ({ name, text }: Declaration) => name === undefined && text.startsWith('import')
  return kept.union(new Set([...files.values()].flat().filter(isImport)))
}

/** The text of a file, whose imports name only what is still asked for. */
function textOf(declarations: readonly Declaration[]): string {
  const isImport = ({ name, text }: Declaration) => name === undefined && text.startsWith('import')
  const body = declarations.filter((declaration) => !isImport(declaration)).map(({ text }) => text)
  if (body.length === 0) return ''
  const words = new Set(body.join('').match(/\w+/g))
  const imports = declarations.filter(isImport).map(({ text }) =>
    text.replace(/\{(.*)\}/, (_, names: string) => {
      const asked = names.split(',').filter((name) => words.has(/(\w+)\s*$/.exec(name)?.[1] ?? ''))
      return `{ ${asked.map((name) => name.trim()).join(', ')} }`
    }),
  )
  const text = [...imports.filter((line) => !/\{ {2}\}/.test(line)), ...body].join('')
  // A project that installs the package may not allow imports that end in .ts.
  return text.replaceAll(IMPORT, '$1.js$2')
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
