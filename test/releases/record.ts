import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { SMALL } from '../simulation/planted.ts'
import { Account } from './account.ts'
import * as functions from './functions.ts'
import { endOf, MOMENT_NAMES, MOMENTS } from './moments.ts'
import { pathIn, type RecordedMoment, replace } from './release.ts'

/**
 * `npm run release:record`: keeps, of the code as it stands, what later releases are tried with. What was recorded is
 * never written over: a release is what was deployed.
 */

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const { version }: { version: string } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
if (existsSync(pathIn(version, 'moments.json')))
  throw new Error(`release ${version} is recorded already: raise "version" in package.json first`)

const moments: Record<string, RecordedMoment> = {}
for (const name of MOMENT_NAMES) {
  const account = new Account(functions)
  await MOMENTS[name](account)
  const holding = account.holding()
  moments[name] = { holding, end: await endOf(new Account(functions, holding)) }
}
// A line each, so that a difference of two releases can be looked at.
const lines = Object.entries(moments).map(([name, of]) => `${JSON.stringify(name)}: ${JSON.stringify(of, replace)}`)
mkdirSync(new URL(`${version}/`, import.meta.url), { recursive: true })
writeFileSync(pathIn(version, 'moments.json'), `{\n${lines.join(',\n')}\n}\n`)

/** The limits that the simulation lowers, and nothing of the API's description, which is a quarter of all. */
const forTests: Plugin = {
  name: 'for tests',
  setup({ onLoad }) {
    onLoad({ filter: /openapi\.json$/ }, () => ({ contents: '{}', loader: 'json' }))
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const own = SMALL.filter(({ file }) => path === `${ROOT}${file}`)
      return { contents: own.reduce((text, { from, to }) => text.replace(from, () => to), source), loader: 'ts' }
    })
  },
}
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('functions.ts', import.meta.url))],
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  plugins: [forTests],
})
const [{ contents }] = outputFiles
writeFileSync(pathIn(version, 'functions.mjs.br'), brotliCompressSync(contents))
console.log(`release ${version}: ${MOMENT_NAMES.length} moments, functions of ${contents.length} bytes`)
