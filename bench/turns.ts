import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { digitsOf } from '../shared/sudoku/grid/grid.ts'
import { table } from './other-steps.ts'

/**
 * Ratings by turns with another program, and with this project as it is in another folder: each rates a set in a process
 * of its own, in seconds of processor time, the other program's with its start and ours without. Ours rates the set
 * twice: the first time its code is compiled, the second time it is what a service takes that goes on and on.
 *
 * @param sets `file:count`, the first puzzles of each
 * @param beside a command with `{file}`, the puzzles' file without its ending `.txt`
 * @param before the folder of another version of this project
 */
export function turnsOf(sets: readonly string[], turns: number, beside?: string, before?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratings-'))
  const here = resolve(import.meta.dirname, '..')
  const rows = sets.map((named) => {
    const [path, count = '1000'] = named.split(':')
    const file = join(folder, basename(path))
    const puzzles = readFileSync(path, 'utf8').trim().split(/\r?\n/).slice(0, Number(count))
    writeFileSync(file, puzzles.map((line) => `${line.slice(0, 81)}\n`).join(''))
    const taken = Array.from({ length: turns }, (_, turn) => {
      const seconds = [
        ...(beside ? [besideSeconds(beside, file)] : []),
        ...(before ? ourSeconds(resolve(before), file) : []),
        ...ourSeconds(here, file),
      ]
      console.error(`${basename(path)}, turn ${turn + 1}: ${seconds.map((each) => each.toFixed(2)).join(', ')} s`)
      return seconds
    })
    const ours = taken[0].length - 2
    const ratio = (i: number, j: number) => medianOf(taken.map((seconds) => seconds[i] / seconds[j])).toFixed(1)
    return [
      basename(path),
      puzzles.length,
      ...taken[0].map((_, i) => taken.map((seconds) => seconds[i].toFixed(2)).join(', ')),
      (puzzles.length / medianOf(taken.map((seconds) => seconds[ours + 1]))).toFixed(0),
      ...(beside ? [ratio(0, ours), ratio(0, ours + 1)] : []),
      ...(before ? [ratio(ours - 2, ours), ratio(ours - 1, ours + 1)] : []),
    ]
  })
  rmSync(folder, { recursive: true })
  const both = (name: string) => [name, `${name}, again`]
  return table(
    [
      ...['set', 'puzzles', ...(beside ? ['beside'] : []), ...(before ? both('before') : []), ...both('ours')],
      'ours again, puzzles a second',
      ...(beside ? both('beside by ours') : []),
      ...(before ? both('before by ours') : []),
    ],
    rows,
  )
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

/** The shell tells what its children have taken, user and system, in minutes and seconds. */
function besideSeconds(command: string, file: string): number {
  const run = command.replaceAll('{file}', file.replace(/\.txt$/, ''))
  const told = execFileSync('bash', ['-c', `${run} > /dev/null; times`], { encoding: 'utf8' })
  const children = told.trim().split('\n').at(-1) ?? ''
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0)
}

/** The first time, and the second. */
function ourSeconds(folder: string, file: string): number[] {
  return JSON.parse(execFileSync(process.execPath, [import.meta.filename, folder, file], { encoding: 'utf8' }))
}

// What each of our turns is: all that the process takes from the first puzzle on, compilers and all.
if (import.meta.main) {
  const [folder, file] = process.argv.slice(2)
  const { ratePuzzle } = await import(pathToFileURL(join(folder, 'shared/sudoku/rating/rating.ts')).href)
  const puzzles = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => digitsOf(line))
  const seconds = [1, 2].map(() => {
    const start = process.cpuUsage()
    for (const puzzle of puzzles) ratePuzzle(puzzle)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000_000
  })
  console.log(JSON.stringify(seconds))
}
