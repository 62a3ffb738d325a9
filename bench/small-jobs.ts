import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Client, createClient } from '../shared/client/client.ts'
import { costsOf, dollarsOf, type Usage } from './bulk/cost.ts'
import type { Service } from './bulk/service.ts'
import { observed } from './bulk/usage.ts'

/**
 * What a million jobs of one grid would cost on AWS, from the requests and bytes of some of them.
 *
 *     npm run bench -- small-jobs --count 500 --out bench/results/small-jobs-MACHINE.md
 */

const { values: asked } = parseArgs({
  options: { count: { type: 'string', default: '500' }, out: { type: 'string' } },
})
const count = Number(asked.count)
const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'

/** How a client can go about it; each ends with the result in its hands. */
const WAYS: Readonly<Record<string, (client: Client, url: string) => Promise<void>>> = {
  async 'one request, `Prefer: wait`, no idempotency key'(_, url) {
    const headers = { 'content-type': 'application/json', prefer: 'wait=20' }
    const body = JSON.stringify({ puzzles: [PUZZLE] })
    const response = await fetch(`${url}/jobs`, { method: 'POST', headers, body })
    const { results } = (await response.json()) as { results?: { status: string }[] }
    check(results?.[0]?.status)
  },
  async 'the client’s `solve`: the same with an idempotency key'(client) {
    const { results } = await client.solve({ puzzles: [PUZZLE] })
    check(results[0]?.status)
  },
  async 'submitted, polled once and read'(client) {
    const { id } = await client.createJob({ puzzles: [PUZZLE] })
    // As long as it takes; what is billed is that it was asked once.
    await pause(100)
    await client.getJob(id)
    const { value } = await client.results(id).next()
    check(value?.status)
  },
}

function check(status: string | undefined): void {
  if (status !== 'solved') throw new Error(`the puzzle is ${status}, expected solved`)
}

const tables: string[] = []
for (const [way, ask] of Object.entries(WAYS)) tables.push(`## ${way}`, tableOf(await usageOf(ask)))
const words = process.argv.slice(2)
const report = `${[
  `# Jobs of one grid, ${new Date().toISOString().slice(0, 10)}`,
  `${cpus()[0].model.trim()}, ${cpus().length} cores; Node ${process.versions.node}. ${count} jobs one after the other, warm, without keys; what AWS would charge for a million, at the prices of us-east-1 in November 2026. Made with \`npm run bench -- small-jobs${words.length > 0 ? ` -- ${words.join(' ')}` : ''}\`.`,
  ...tables,
  'From requests, bytes, log lines and processor time as counted here; waiting is what invocations took beyond their processor time, with everything on this machine. Keys would add a read and a write for each request, and a write for each job. Not in it: cold starts, and that Lambda polls queues while they are empty.',
].join('\n\n')}\n`
console.log(report)
if (asked.out) writeFileSync(asked.out, report)

async function usageOf(ask: (client: Client, url: string) => Promise<void>): Promise<Usage> {
  const asking =
    (times: number) =>
    async ({ url }: Service) => {
      const client = createClient({ url })
      for (let i = 0; i < times; i++) await ask(client, url)
    }
  const { usage } = await observed(asking(Math.ceil(count / 5)), asking(count))
  return usage
}

function tableOf(usage: Usage): string {
  const costs = costsOf(usage)
  const rows = costs.map(({ what, unit, units, dollars }) => [
    what,
    unit,
    (units / count).toFixed(5),
    ((dollars / count) * 1e6).toFixed(2),
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const total = (of: typeof costs) => `**${((dollarsOf(of) / count) * 1e6).toFixed(2)}**`
  const counted = costs.filter(({ what }) => !what.endsWith('waiting'))
  return [
    line(['', 'unit', 'units a job', 'US$ a million']),
    '| --- | ---: | ---: | ---: |',
    ...rows.map(line),
    line(['**all**', '', '', total(costs)]),
    line(['all but the waiting, which other work on this machine lengthens', '', '', total(counted)]),
  ].join('\n')
}
