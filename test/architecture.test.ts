import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { buildPage } from '../web/build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{bench,bin,functions,infra,package,shared,web}/**/*.{ts,tsx,mjs}', { cwd: root })

/** A file of the project that an import names; kernels leave out the ending, as their compiler asks for it. */
function fileAt(from: string, specifier: string): string | undefined {
  const path = relative(root, join(root, dirname(from), specifier))
  return [path, `${path}.ts`].find((name) => existsSync(join(root, name)))
}

/** The files of the project, and the packages, that a file imports; types only where asked for. */
function importsOf(file: string, { types = true } = {}): string[] {
  const source = readFileSync(join(root, file), 'utf8')
  const found = source.matchAll(/(?:^(import|export)\s+(type\s)?[^'"]*?from\s*|^import\s*|import\()['"]([^'"]+)['"]/gm)
  return [...found]
    .filter(([, , isType]) => types || !isType)
    .map(([, , , from]) => (from.startsWith('.') ? (fileAt(file, from) ?? `${file} → ${from}`) : from))
}

/** All that a file pulls in when it is loaded. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  for (const imported of importsOf(file, { types: false })) {
    if (seen.has(imported)) continue
    seen.add(imported)
    if (files.includes(imported)) loadedBy(imported, seen)
  }
  return seen
}

const within = (folder: string) => files.filter((file) => file.startsWith(folder))

it.each([
  {
    room: 'shared/sudoku/',
    never: /^shared\/(?!sudoku\/|base64|capitalised|checked|grouped|json-schema|random|run-to-end)/,
    why: 'sudoku knows no job',
  },
  {
    room: 'shared/sudoku/kernels/',
    never: /^shared\/sudoku\/(search|making|rating)/,
    why: 'a kernel knows no strategy',
  },
  { room: 'shared/job/', never: /^shared\/aws|^@aws-sdk/, why: 'a job knows no AWS' },
  {
    room: 'shared/input/',
    never: /^shared\/(?!checked|reading-budget|input|sudoku|job\/(puzzles|limits))|^@aws-sdk|^node:/,
    why: 'input knows puzzles only',
  },
  { room: 'shared/', never: /^(functions|infra|bin|web)\//, why: 'what is shared knows no function' },
  { room: 'functions/', never: /^(infra|bin|web)\//, why: 'functions do not know where they run' },
  { room: 'bin/', never: /^@aws-sdk|^functions\/|^shared\/aws/, why: 'the command line knows the client only' },
  { room: 'package/', never: /^@aws-sdk|^(functions|infra)\/|^shared\/aws/, why: 'the package holds no service' },
  { room: 'web/', never: /^@aws-sdk|^(bin|functions|infra)\/|^shared\/aws/, why: 'the page knows the client only' },
])('$why: nothing in $room imports it', ({ room, never }) => {
  const wrong = within(room).flatMap((file) =>
    importsOf(file)
      .filter((imported) => never.test(imported))
      .map((imported) => `${file} → ${imported}`),
  )
  expect(wrong).toEqual([])
})

it('verify shares no code with any strategy', () => {
  expect([...loadedBy('shared/sudoku/rules/verify.ts')].filter((file) => file.includes('strategies'))).toEqual([])
})

it('neither client nor protocol loads a solver', () => {
  const solvers = within('shared/sudoku/search/').filter((file) => !/\/strategy(-facts|-figures)?\.ts$/.test(file))
  for (const file of [...within('shared/client/'), ...within('shared/protocol/')]) {
    expect([...loadedBy(file)].filter((loaded) => solvers.includes(loaded))).toEqual([])
  }
})

it('the client loads nothing that only Node has', () => {
  expect([...loadedBy('shared/client/client.ts')].filter((loaded) => loaded.startsWith('node:'))).toEqual([])
})

it('nothing is left in the page of what only Node has, though it loads files that import it', async () => {
  expect([...loadedBy('shared/client/upload.ts')].filter((loaded) => loaded.startsWith('node:'))).toEqual(['node:zlib'])
  const folder = await mkdtemp(join(tmpdir(), 'sudoku-page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await buildPage(folder)
  const scripts = globSync('**/*.js.gz', { cwd: folder }).map((name) =>
    gunzipSync(readFileSync(join(folder, name))).toString(),
  )
  expect(scripts.length).toBeGreaterThan(5)
  for (const script of scripts) expect(script).not.toMatch(/(from|import|require)\s*\(?\s*["']node:/)
})

/** The circles among what imports what. */
function circlesIn(importedBy: (node: string) => Iterable<string>, nodes: Iterable<string>): string[] {
  const circles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, path: readonly string[]) => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    else if (!done.has(node)) {
      for (const imported of importedBy(node)) visit(imported, [...path, node])
      done.add(node)
    }
  }
  for (const node of nodes) visit(node, [])
  return circles
}

it('every relative import is a file that is seen here', () => {
  expect(files.length).toBeGreaterThan(400)
  const unseen = files.flatMap((file) => importsOf(file).filter((imported) => imported.includes(' → ')))
  expect(unseen).toEqual([])
})

it('imports run in no circle, types included', () => {
  expect(circlesIn((file) => importsOf(file).filter((imported) => files.includes(imported)), files)).toEqual([])
})

it('folders import each other in no circle, types included', () => {
  const folders = new Map<string, Set<string>>()
  for (const file of files) {
    const beneath = folders.get(dirname(file)) ?? new Set()
    folders.set(dirname(file), beneath)
    for (const imported of importsOf(file)) {
      if (files.includes(imported) && dirname(imported) !== dirname(file)) beneath.add(dirname(imported))
    }
  }
  expect(circlesIn((folder) => folders.get(folder) ?? [], folders.keys())).toEqual([])
})

it('nothing but benches knows of benches, and nothing knows of tests', () => {
  const known = files.flatMap((file) => importsOf(file).map((imported) => [file, imported] as const))
  const wrong = known.filter(
    ([file, imported]) => /^test\//.test(imported) || (/^bench\//.test(imported) && !/^bench\//.test(file)),
  )
  expect(wrong).toEqual([])
})

it('only the functions’ environment, and what starts processes, reads the environment', () => {
  const readers = files.filter((file) => /process\.env/.test(readFileSync(join(root, file), 'utf8')))
  expect(readers.filter((file) => !file.startsWith('bench/')).toSorted()).toEqual([
    'bin/sudoku.ts',
    'functions/lambda/environment.ts',
    'infra/install.mjs',
    'infra/local.ts',
  ])
})

it('nothing on the page glides to where it scrolls: some people are made ill by it, and nobody is faster', () => {
  const sources = globSync('web/**/*.{ts,tsx,css}', { cwd: root })
  expect(sources.length).toBeGreaterThan(50)
  const gliding = sources.filter((file) => /behavior: ?['"]?smooth/.test(readFileSync(join(root, file), 'utf8')))
  expect(gliding).toEqual([])
})

it('no file is crowded', () => {
  const long = files
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > 500)
  expect(long).toEqual([])
})
