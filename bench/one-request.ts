import { parseArgs } from 'node:util'
import type { EndedJob, JobView, ResultsPage } from '../shared/protocol/views.ts'
import { puzzles } from '../shared/sudoku/making/generate.ts'
import { machine, startService } from './bulk/service.ts'

/**
 * How long a job of one grid takes from its submission to its solution: by one request that waits, and by two, of which
 * the second waits for the results. The two take turns on one local service.
 *
 *     npm run bench -- one-request --rounds 100
 */

const { values: asked } = parseArgs({ options: { rounds: { type: 'string', default: '100' } } })
const WARM_UP_ROUNDS = 20
const WAIT = { prefer: 'wait=20' }

await using service = await startService()
const grids = [...puzzles({ rules: 'classic', size: 9, clues: 25, seed: 'one-request' }).take(100)]

const ways: Readonly<Record<string, (grid: string) => Promise<EndedJob | ResultsPage>>> = {
  'one request, `Prefer: wait`': (grid) => submitted(grid, WAIT),
  'two requests': async (grid) => {
    const { links } = await submitted<JobView>(grid)
    return json(links.results, { headers: WAIT })
  },
}
const taken = Object.entries(ways).map(([name, solve]) => ({ name, solve, ms: [] as number[] }))
for (let round = -WARM_UP_ROUNDS; round < Number(asked.rounds); round++) {
  for (const { name, solve, ms } of round % 2 === 0 ? taken : taken.toReversed()) {
    const begun = performance.now()
    const { results = [] } = await solve(grids[(round + WARM_UP_ROUNDS) % grids.length])
    if (results[0]?.status !== 'solved') throw new Error(`${name}: not solved`)
    if (round >= 0) ms.push(performance.now() - begun)
  }
}

console.log(`${machine()}. ${asked.rounds} rounds, a job of one grid each; milliseconds.\n`)
console.log('| | median | 90 % below |\n| --- | ---: | ---: |')
for (const { name, ms } of taken) {
  const at = (share: number) => ms.toSorted((a, b) => a - b)[Math.floor(share * ms.length)].toFixed(1)
  console.log(`| ${name} | ${at(0.5)} | ${at(0.9)} |`)
}

function submitted<T = EndedJob>(grid: string, headers: Record<string, string> = {}): Promise<T> {
  const init = { method: 'POST', body: JSON.stringify({ puzzles: [grid] }) }
  return json('/jobs', { ...init, headers: { 'content-type': 'application/json', ...headers } })
}

async function json<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(new URL(path, service.url), init)
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as T
}
