import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Metafile, type Plugin } from 'esbuild'

const WEB = fileURLToPath(new URL('./', import.meta.url))

/** Each built by itself, as few ask for it: pieces for what it has in common with the others cost the first load of all 2 KB. */
const ALONE = ['files/blocks-worker.ts', 'sheet/sheet-worker.ts']
/**
 * The scripts that the browser is sent first, and the workers beside the page: the HTML has their addresses. What they have
 * in common is loaded once.
 */
const WORKERS = globSync('**/*-worker.ts', { cwd: WEB }).filter((worker) => !ALONE.includes(worker))
const TOGETHER = ['main.tsx', 'page.css', 'docs.tsx', 'docs.css', ...WORKERS]

/**
 * Builds the page and the documentation into a folder: `index.html` and `docs.html`, the page's service worker
 * `offline.js`, and what they load in `assets/`, with names that change with the content. Each is gzipped, `.gz` behind its name, as the
 * service sends them.
 */
export async function buildPage(to: string): Promise<void> {
  const files = new Map<string, Uint8Array>()
  const addresses = new Map<string, string>()
  const imported = new Map<string, readonly string[]>()
  const add = (name: string, content: Uint8Array) => {
    const extension = extname(name)
    const hash = createHash('sha256').update(content).digest('base64url').slice(0, 10)
    const hashed = `${basename(name, extension)}-${hash}${extension}`
    files.set(`assets/${hashed}`, content)
    const address = `/assets/${hashed}`
    addresses.set(name, address)
    return address
  }
  add('icon.svg', await readFile(`${WEB}icon.svg`))
  for (const entries of [TOGETHER, ...ALONE.map((entry) => [entry])]) {
    const { outputFiles, metafile } = await build({
      entryPoints: entries.map((entry) => `${WEB}${entry}`),
      outdir: `${WEB}assets`,
      absWorkingDir: WEB,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      write: false,
      metafile: true,
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      plugins: [withoutNode, lzAsModule, kernelsFrom((name, bytes) => loaderFrom(add(`${name}.wasm`, bytes)))],
    })
    for (const { path, contents } of outputFiles) files.set(`assets/${basename(path)}`, contents)
    for (const [path, { entryPoint, imports }] of Object.entries(metafile.outputs)) {
      // Something that the page does call needs it after all.
      const needed = imports.find(({ external, path }) => external && path.startsWith('node:'))
      if (needed) throw new Error(`${path} needs ${needed.path}, which no browser has`)
      // The bundler also lists views that are loaded later as entries; no HTML file names those.
      if (!entryPoint) continue
      const entry = basename(entryPoint).replace(/\.tsx?$/, '.js')
      addresses.set(entry, `/assets/${basename(path)}`)
      imported.set(entry, importsOf(metafile, path))
    }
  }
  // As `startWorker` looks for them.
  const workers = [...addresses].flatMap(([name, address]) =>
    name.endsWith('-worker.js') ? [`<link rel="${basename(name, '.js')}" href="${address}">\n`] : [],
  )
  for (const name of ['index.html', 'docs.html']) {
    const html = await readFile(WEB + name, 'utf8')
    const preloading = html.replace(/(?=<script type="module" src="\{(.*)\}">)/, (_, entry) =>
      // Has the browser ask for all of them at once, and not for each when it has read who imports it.
      (imported.get(entry) ?? [])
        .map((path) => `<link rel="modulepreload" href="/assets/${basename(path)}">\n`)
        .join(''),
    )
    const linked = preloading.replace('{workers}\n', workers.join('')).replace(/\{([\w.-]+)\}/g, (_, asset) => {
      const address = addresses.get(asset)
      if (!address) throw new Error(`${name} names ${asset}, and the build makes ${[...addresses.keys()].join(', ')}`)
      return address
    })
    files.set(name, Buffer.from(linked))
  }

  // What draws a PDF is as large as all the rest, and few print.
  const ofPage = [...files.keys()].filter((name) => /^assets\/(?!sheet-(pages|worker)-)/.test(name))
  const { outputFiles } = await build({
    entryPoints: [`${WEB}offline.ts`],
    write: false,
    minify: true,
    target: 'es2022',
    define: { ASSETS: JSON.stringify(ofPage.map((name) => `/${name}`)) },
  })
  files.set('offline.js', outputFiles[0].contents)

  await mkdir(join(to, 'assets'), { recursive: true })
  for (const [name, content] of files) await writeFile(join(to, `${name}.gz`), gzipSync(content, { level: 9 }))
}

/**
 * Has each module of a kernel come from somewhere else than the text of its `kernel-bytes.ts`, whose constants stay.
 *
 * @param loaderOf a module by its name: the text of a function that answers its bytes
 */
export function kernelsFrom(loaderOf: (name: string, bytes: Uint8Array) => string): Plugin {
  return {
    name: 'kernels',
    setup: ({ onLoad }) =>
      onLoad({ filter: /kernel-bytes\.ts$/ }, async ({ path }) => {
        const { KERNEL_BYTES } = await import(pathToFileURL(path).href)
        const built = await readFile(path, 'utf8')
        // A line is a module.
        const rowOf = (_: string, name: string) => `  ${name}: ${loaderOf(name, KERNEL_BYTES[name]())},`
        return { contents: built.replace(/^ {2}(\w+): .*$/gm, rowOf), loader: 'ts' }
      }),
  }
}

/**
 * A worker loads a kernel when it first needs it, and waits for it, as only a worker may: a search is begun without
 * waiting. In a file of its own a kernel takes 4 to 6 KB; as text in every worker's script all of them took 20 KB of each.
 */
const loaderFrom = (address: string) => `() => {
  const request = new XMLHttpRequest()
  request.open('GET', '${address}', false)
  request.responseType = 'arraybuffer'
  request.send()
  if (request.status !== 200) throw new Error('${address}: ' + request.status)
  return request.response
}`

/**
 * Modules that only Node has. What is shared may import them for functions that the page does not call: those are
 * left out of the bundle, and then nothing is left of the import.
 */
export const withoutNode: Plugin = {
  name: 'without-node',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false })),
}

/**
 * Reads the one package that is no module as one: what has it pass for a module was 400 bytes of every view, whether or not
 * it needs the package.
 */
const lzAsModule: Plugin = {
  name: 'lz-as-module',
  setup: ({ onLoad }) =>
    onLoad({ filter: /lz-string\.js$/ }, async ({ path }) => ({
      contents: `${await readFile(path, 'utf8')}\nexport default LZString`,
    })),
}

/** Everything that a script needs before it can run: its imports, and theirs. */
function importsOf(metafile: Metafile, path: string, found = new Set<string>()): string[] {
  for (const { path: needed, kind } of metafile.outputs[path].imports) {
    if (kind !== 'import-statement' || found.has(needed)) continue
    found.add(needed)
    importsOf(metafile, needed, found)
  }
  return [...found]
}
