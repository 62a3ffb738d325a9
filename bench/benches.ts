import { writeFileSync } from 'node:fs'
import { type Bench, pageOf } from './measuring.ts'

/** `npm run bench -- <name> [options]`: measures something, and prints a page of Markdown, with `--out` into a file too. */

/** Each is loaded by itself, so that one bench's modules are not in the process of another. */
const BENCHES: Readonly<Record<string, readonly [words: string, () => Promise<Readonly<Record<string, Bench>>>]>> = {
  engine: ['puzzles a second of the engine, beside other solvers (rivals.md)', () => import('./engine.ts')],
  large: [
    'hard grids of any size with a strategy: how many are solved within a time each',
    () => import('./searches.ts'),
  ],
  variants: ['puzzles that bring rules of their own, from NDJSON', () => import('./searches.ts')],
  ratings: ['ratings a second, and how many are equal to those of other programs', () => import('./ratings.ts')],
  inclusions: ['what a job may ask to be included, in puzzles a second', () => import('./inclusions.ts')],
  bulk: ['a job of a million puzzles, from file to file', () => import('./bulk.ts')],
}

const [name = '', ...words] = process.argv.slice(2)
const [, load] = Object.hasOwn(BENCHES, name) ? BENCHES[name] : []
// Everything that was begun ends with this process: folders and services are given back as it leaves.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
if (load) {
  const { [name]: bench } = await load()
  const at = words.indexOf('--out')
  const [, out] = at < 0 ? [] : words.splice(at, 2)
  try {
    const page = await pageOf(name, bench, words)
    console.log(page)
    if (out) writeFileSync(out, page)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const known = Object.entries(bench.options).map(([option, usual]) => `  --${option} ${String(usual) || '…'}\n`)
    console.error(`${message}\nWhat it knows, with what it takes by itself:\n${known.join('')}  --out …`)
    process.exitCode = 2
  }
} else {
  console.error('npm run bench -- <name> [options] [--out FILE]\n')
  for (const [known, [words]] of Object.entries(BENCHES)) console.error(`  ${known.padEnd(12)}${words}`)
  process.exitCode = 2
}
