import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { digitsOf } from '../shared/sudoku/grid.ts'
import { table } from './other-steps.ts'

/**
 * Ratings by turns with another program, and with this project as it is in another folder: each rates a set in a process
 * of its own, in seconds of processor time, the other program's with its start and ours without.
 *
 * @param sets `file:count`, the first puzzles of each
 * @param beside a command with `{file}`, the puzzles' file without its ending `.txt`
 * @param before the folder of another version of this project
 */
export function turnsOf(sets: readonly string[], turns: number, beside?: string, before?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'ratings-'))
  const here = resolve(import.meta.dirname, '..')
  const columns = [
    ...(beside ? [{ name: 'beside', seconds: (file: string) => besideSeconds(beside, file) }] : []),
    ...(before ? [{ name: 'before', seconds: (file: string) => ourSeconds(resolve(before), file) }] : []),
    { name: 'ours', seconds: (file: string) => ourSeconds(here, file) },
  ]
  const rows = sets.map((named) => {
    const [path, count = '1000'] = named.split(':')
    const file = join(folder, basename(path))
    const puzzles = readFileSync(path, 'utf8').trim().split(/\r?\n/).slice(0, Number(count))
    writeFileSync(file, puzzles.map((line) => `${line.slice(0, 81)}\n`).join(''))
    const taken = columns.map((): number[] => [])
    for (let turn = 0; turn < turns; turn++) {
      for (const [i, { seconds }] of columns.entries()) taken[i].push(seconds(file))
      console.error(`${basename(path)}, turn ${turn + 1}: ${taken.map((all) => all.at(-1)?.toFixed(2)).join(', ')} s`)
    }
    const ours = medianOf(taken[taken.length - 1])
    const others = taken.slice(0, -1)
    return [
      basename(path),
      puzzles.length,
      ...taken.map((all) => all.map((seconds) => seconds.toFixed(2)).join(', ')),
      (puzzles.length / ours).toFixed(0),
      ...others.map((all) => medianOf(all.map((seconds, turn) => seconds / taken[taken.length - 1][turn])).toFixed(1)),
    ]
  })
  rmSync(folder, { recursive: true })
  const names = columns.map(({ name }) => name)
  const ratios = names.slice(0, -1).map((name) => `${name} by ours`)
  return table(['set', 'puzzles', ...names, 'ours, puzzles a second', ...ratios], rows)
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

function ourSeconds(folder: string, file: string): number {
  return Number(execFileSync(process.execPath, [import.meta.filename, folder, file], { encoding: 'utf8' }))
}

// What each of our turns is: all that the process takes from the first puzzle on, with the compilation of the code.
if (import.meta.main) {
  const [folder, file] = process.argv.slice(2)
  const { ratePuzzle } = await import(pathToFileURL(join(folder, 'shared/sudoku/rating/rating.ts')).href)
  const puzzles = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => digitsOf(line))
  const start = process.cpuUsage()
  for (const puzzle of puzzles) ratePuzzle(puzzle)
  const { user, system } = process.cpuUsage(start)
  console.log((user + system) / 1_000_000)
}
