import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { byTurns, median } from '../measuring/bench.ts'
import { run } from '../measuring/processes.ts'
import { MAIN, startService } from './service.ts'

/** Medians over rounds, in seconds. */
export type Times = Awaited<ReturnType<typeof timesOf>>

/** The package's command by itself and through the service by turns, on the same file. The package has to be built. */
export async function timesOf(file: string, folder: string, rounds: number) {
  await using service = await startService()
  const outputs = { here: join(folder, 'here.txt'), service: join(folder, 'service.txt') }
  const turns = await byTurns(
    {
      async here() {
        const { seconds, cpuSeconds } = await run('dist/sudoku.js', ['solve', file], outputs.here)
        return { seconds, cpu: new Map([['command line', cpuSeconds]]) }
      },
      async service() {
        const before = service.cpuSeconds()
        const words = ['solve', file, '--url', service.url]
        const { seconds, cpuSeconds } = await run('dist/sudoku.js', words, outputs.service)
        const cpu = new Map([['command line', cpuSeconds], ...service.cpuSeconds(before)])
        if (!readFileSync(outputs.here).equals(readFileSync(outputs.service)))
          throw new Error('the service has other solutions than the command line')
        return { seconds, cpu }
      },
    },
    rounds,
  )
  const [here, through] = ['here', 'service'].map((name) => turns.get(name) ?? [])
  const workers = [...through[0].cpu.keys()].filter((name) => name.startsWith('worker'))
  return {
    /** On all cores, without a service. */
    here: median(here.map(({ seconds }) => seconds)),
    service: median(through.map(({ seconds }) => seconds)),
    /** CPU time of each process that takes part in the service's rounds. */
    cpu: new Map(
      ['command line', MAIN, 'api', ...workers].map((name) => [
        name,
        median(through.map(({ cpu }) => cpu.get(name) ?? 0)),
      ]),
    ),
  }
}
