import type { Service } from './bulk/service.ts'
import { ABOUT_COSTS, costTable, observed, storedTable } from './bulk/usage.ts'
import { bench, whole } from './measuring/bench.ts'

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
/** So many jobs go through the service first, so that its code is compiled. */
const WARM_UP = 400
/** Each owner may send so many requests at once that so many need no pause. */
const OWNERS = 10

/** Jobs of one grid, each in one request with `Prefer: wait`, one after the other, with keys as in `prod`. */
export const grids = bench({ count: 200 }, async ({ count }) => {
  const observation = await observed(
    (service) => solve(service, WARM_UP),
    (service) => solve(service, count),
    { asksForKeys: true },
  )
  return {
    title: 'Jobs of one grid',
    about: `${whole(count)} jobs after ${WARM_UP} that do not count.`,
    sections: [
      '## Stored',
      storedTable(observation, count),
      '## What AWS would charge for a million jobs',
      costTable(observation, count),
      ABOUT_COSTS,
    ],
  }
})

async function solve({ url, newKey }: Service, count: number): Promise<void> {
  const keys: string[] = []
  for (let i = 0; i < OWNERS; i++) keys.push(await newKey(`owner-${i}`))
  for (let i = 0; i < count; i++) {
    const answer = await fetch(new URL('/jobs', url), {
      method: 'POST',
      headers: { 'content-type': 'text/plain', authorization: `Bearer ${keys[i % keys.length]}`, prefer: 'wait=20' },
      body: PUZZLE,
    })
    const body = await answer.text()
    if (answer.status !== 200) throw new Error(`answered ${answer.status} ${body}, expected 200`)
  }
}
