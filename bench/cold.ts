import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * The engine in a fresh process, bundled as Lambda has it: how long its module takes to load,
 * and how long its first thousand puzzles take after that, compiling included. Medians of 15.
 *
 *     npm run bench:cold -- PUZZLES.txt
 */

const RUNS = 15
const PUZZLES = 1000
const file = process.argv[2]
if (!file) {
  console.error('usage: npm run bench:cold -- PUZZLES.txt')
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'sudoku-cold-'))
try {
  const bundle = join(folder, 'engine.mjs')
  const entryPoints = [new URL('../shared/sudoku/engine/engine.ts', import.meta.url).pathname]
  await build({ entryPoints, bundle: true, minify: true, format: 'esm', platform: 'node', outfile: bundle })
  const lines = readFileSync(file, 'latin1').split(/\r?\n/).slice(0, PUZZLES)
  const script = join(folder, 'first.mjs')
  writeFileSync(
    script,
    `const bytes = new TextEncoder().encode(${JSON.stringify(lines.join(''))})
const start = performance.now()
const { Engine } = await import('./engine.mjs')
const loaded = performance.now()
const engine = new Engine()
engine.room(${lines.length}, { solutions: 2, kept: 2, backtrackLimit: 1e9 }).set(bytes)
if (engine.run(1e9) !== ${lines.length}) throw new Error('not all done')
console.log(JSON.stringify({ load: loaded - start, first: performance.now() - loaded }))
`,
  )
  const runs = Array.from({ length: RUNS }, () =>
    JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })),
  )
  const median = (name: 'load' | 'first') =>
    runs.map((run) => run[name]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]
  console.log(`bundle of the engine: ${statSync(bundle).size.toLocaleString('en')} bytes`)
  console.log(`module load: ${median('load').toFixed(1)} ms`)
  console.log(`first ${lines.length} puzzles, compiling included: ${median('first').toFixed(1)} ms`)
} finally {
  rmSync(folder, { recursive: true })
}
