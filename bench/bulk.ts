import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { bench, byTurns, gridsOf, median, run, say, table, temporaryFolder, whole } from './measuring.ts'

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
  const { here, service } = await timesOf(puzzles, folder, rounds)
  const row = (what: string, seconds: number) => [what, seconds.toFixed(2), whole(count / seconds)]
  const rows = [
    row('the command line of the package, all cores, file to file', here),
    row('through the service, command line to command line', service),
  ]
  return {
    title: 'Bulk jobs',
    about: `${whole(count)} puzzles (${of}), ${rounds} rounds by turns after one that does not count.`,
    sections: [
      table(['', 'seconds', 'puzzles a second'], rows),
      `Through the service it takes **${(service / here).toFixed(2)} times** as long. Byte for byte the same solutions.`,
    ],
  }
})

function writePuzzles(lines: readonly string[], count: number, to: string): void {
  writeFileSync(to, '')
  for (let begin = 0; begin < count; begin += lines.length)
    writeFileSync(to, `${lines.slice(0, count - begin).join('\n')}\n`, { flag: 'a' })
}

/** The package's command by itself and through the service by turns, on the same file: medians, in seconds. */
async function timesOf(file: string, folder: string, rounds: number) {
  const main = spawn(process.execPath, ['bin/sudoku.ts', 'serve', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => main.kill())
  const [line] = await once(createInterface(main.stdout), 'line')
  const { url }: { url: string } = JSON.parse(line)
  const [here, service] = ['here.txt', 'service.txt'].map((name) => join(folder, name))
  const turns = await byTurns(
    {
      here: () => run('dist/sudoku.js', ['solve', file], here),
      async service() {
        const seconds = await run('dist/sudoku.js', ['solve', file, '--url', url], service)
        if (!readFileSync(here).equals(readFileSync(service)))
          throw new Error('the service has other solutions than the command line')
        return seconds
      },
    },
    rounds,
  )
  main.kill()
  return { here: median(turns.get('here') ?? []), service: median(turns.get('service') ?? []) }
}
