import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Times, timesOf } from './bulk/times.ts'
import { bench, say, table, whole } from './measuring/bench.ts'
import { run, temporaryFolder } from './measuring/processes.ts'
import { gridsOf } from './measuring/puzzle-files.ts'

const CLUES = 25

/**
 * Bulk jobs from command line to command line. A file with fewer puzzles than `--count` is taken over and over; without one
 * they are generated.
 */
export const bulk = bench({ count: 1_000_000, file: '', rounds: 5 }, async ({ count, file, rounds }) => {
  const folder = temporaryFolder()
  say(`${whole(count)} puzzles`)
  const puzzles = join(folder, 'puzzles.txt')
  if (file === '') {
    const how = ['generate', '--count', `${count}`, '--seed', '1', '--clues', `${CLUES}`]
    await run('bin/sudoku.ts', how, puzzles)
  } else writePuzzles(gridsOf(file), count, puzzles)
  const of = file === '' ? `generated, ${CLUES} clues` : basename(file)
  await run('package/build.ts', [], '/dev/null')
  say(`${rounds} rounds of the package and the service`)
  const times = await timesOf(puzzles, folder, rounds)
  return {
    title: 'Bulk jobs',
    about: `${whole(count)} puzzles (${of}), ${rounds} rounds by turns after one that does not count.`,
    sections: timeOf(times, count),
  }
})

function writePuzzles(lines: readonly string[], count: number, to: string): void {
  writeFileSync(to, '')
  for (let begin = 0; begin < count; begin += lines.length)
    writeFileSync(to, `${lines.slice(0, count - begin).join('\n')}\n`, { flag: 'a' })
}

function timeOf({ here, service, cpu }: Times, count: number): string[] {
  const total = [...cpu.values()].reduce((sum, seconds) => sum + seconds, 0)
  const perMillion = (seconds: number) => ((seconds / count) * 1e6).toFixed(2)
  const row = (what: string, seconds: number) => [what, seconds.toFixed(2), whole(count / seconds)]
  return [
    table(
      ['', 'seconds', 'puzzles a second'],
      [
        row('the command line of the package, all cores, file to file', here),
        row('through the service, command line to command line', service),
      ],
    ),
    `Through the service it takes **${(service / here).toFixed(2)} times** as long. Byte for byte the same solutions.`,
    'Where it goes, in seconds of CPU time a million puzzles:',
    table(
      ['process', 'CPU s'],
      [...[...cpu].map(([name, seconds]) => [name, perMillion(seconds)]), ['**all**', `**${perMillion(total)}**`]],
    ),
  ]
}
