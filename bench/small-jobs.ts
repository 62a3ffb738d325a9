import { setTimeout as pause } from 'node:timers/promises'
import { type Client, createClient } from '../shared/client/client.ts'
import type { Service } from './bulk/service.ts'
import { ABOUT_COSTS, costTable, observed } from './bulk/usage.ts'
import { bench, say } from './measuring/bench.ts'

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** How a client can go about it; each ends with the result in its hands. */
const WAYS: Readonly<Record<string, (client: Client, url: string) => Promise<string | undefined>>> = {
  async 'one request, `Prefer: wait`, no idempotency key'(_, url) {
    const headers = { 'content-type': 'application/json', prefer: 'wait=20' }
    const body = JSON.stringify({ puzzles: [PUZZLE] })
    const response = await fetch(`${url}/jobs`, { method: 'POST', headers, body })
    const { results } = (await response.json()) as { results?: { status: string }[] }
    return results?.[0]?.status
  },
  async 'the client’s `solve`: the same with an idempotency key'(client) {
    const { results } = await client.solve({ puzzles: [PUZZLE] })
    return results[0]?.status
  },
  async 'submitted, polled once and read'(client) {
    const { id } = await client.createJob({ puzzles: [PUZZLE] })
    // As long as it takes; what is billed is that it was asked once.
    await pause(100)
    await client.getJob(id)
    const { value } = await client.results(id).next()
    return value?.status
  },
}

/** The cost of a million jobs of one grid on AWS, from the requests and bytes of some of them. */
export const smallJobs = bench({ count: 500 }, async ({ count }) => {
  const sections: string[] = []
  for (const [way, ask] of Object.entries(WAYS)) {
    say(way)
    const asking =
      (times: number) =>
      async ({ url }: Service) => {
        const client = createClient({ url })
        for (let i = 0; i < times; i++) {
          const status = await ask(client, url)
          if (status !== 'solved') throw new Error(`the puzzle is ${status}, expected solved`)
        }
      }
    sections.push(`## ${way}`, costTable(await observed(asking(Math.ceil(count / 5)), asking(count)), count))
  }
  return {
    title: 'Jobs of one grid',
    about: `${count} jobs one after the other, warm, without keys; what AWS would charge for a million. ${ABOUT_COSTS} Keys would add a read and a write for each request, and a write for each job.`,
    sections,
  }
})
