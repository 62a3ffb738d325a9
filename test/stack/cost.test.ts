import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { frontRules } from '../../infra/settings/front.ts'
import {
  ACCESS_LINE_BYTES,
  ceilingOfADay,
  copyCosts,
  costsOf,
  dollarsOf,
  FRONT_PLANS,
  frontOfAMonth,
  itemBytes,
  readUnits,
  type Usage,
  writeUnits,
} from '../../infra/stack/cost.ts'
import { STAGES } from '../../infra/stack/deployment.ts'
import { cellsFor, costOfAMillion } from '../../infra/stack/one-grid.ts'
import { STACKS, synthesised } from './synthesis.ts'

const NOTHING: Usage = {
  writes: [],
  reads: [],
  queueCalls: [],
  httpRequests: [],
  functions: [],
  bytesOut: 0,
  storedBytes: 0,
  lines: [],
}
const read = (bytes: number, isConsistent = true) => ({ items: 1, bytes, isConsistent })

it('charges a table that is copied into another region for what deploy.md says', () => {
  const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  expect(page).toContain(`into another region, a month | ${dollarsOf(copyCosts(1)).toFixed(2)} for each GB`)
})

it('charges a write for each KB begun, and a read for each 4 KB, half where it need not be consistent', () => {
  expect([0, 1, 1024, 1025, 390_000].map(writeUnits)).toEqual([1, 1, 1, 2, 381])
  expect([read(0), read(4096), read(4097), read(4097, false)].map(readUnits)).toEqual([1, 1, 2, 1])
})

it('charges a call of SQS for each 64 KB begun, also an empty one, and a request for each 512 KB', () => {
  const usage = { ...NOTHING, queueCalls: [0, 64 * 1024, 64 * 1024 + 1], httpRequests: [100, 512 * 1024 + 1] }
  const units = new Map(costsOf(usage).map((cost) => [cost.what, cost.units]))
  expect(['SQS requests', 'HTTP API requests'].map((what) => units.get(what))).toEqual([4, 3])
})

it('docs/scale.md has what a million jobs of one grid cost, and what cells take', () => {
  const scale = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8')
  const costs = costOfAMillion()
  const rows = costs.map(({ what, unit, units, dollars }) => {
    const shown = units < 10 ? units.toFixed(2) : Math.round(units).toLocaleString('en')
    return `| ${what} | ${unit} | ${shown} | ${dollars.toFixed(2)} |`
  })
  expect(scale).toContain([...rows, `| **all** | | | **${dollarsOf(costs).toFixed(2)}** |`].join('\n'))
  const { jobsPerS, cells, jobs, routing, idle } = cellsFor(1e9)
  const whole = (number: number) => Math.round(number).toLocaleString('en')
  expect(scale).toContain(`| requests to the API | ${whole(jobsPerS.requests)} |`)
  expect(scale).toContain(`| write units of the table | ${whole(jobsPerS.writeUnits)} |`)
  expect(scale).toContain(`| function instances | ${whole(jobsPerS.instances)} |`)
  expect(scale).toContain(`**${cells} cells**`)
  expect(scale).toContain(
    `US$${whole(jobs)} a day for the jobs, ${whole(routing)} for CloudFront, and ${idle.toFixed(2)}`,
  )
})

it('a line of the access log is no longer than is paid for', () => {
  const format = synthesised(STACKS.prod).Resources
  const [stage] = Object.values(format).filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Stage')
  const line = JSON.parse(stage?.Properties?.AccessLogSettings.Format)
  const values: Readonly<Record<string, string>> = {
    requestId: 'JKJaXmPLvHcESHA=',
    functionRequestId: crypto.randomUUID(),
    method: 'POST',
    path: '/jobs',
    route: 'ANY /jobs',
    status: '200',
    latencyMs: '65',
    error: '-',
  }
  expect(Object.keys(line).toSorted()).toEqual(Object.keys(values).toSorted())
  expect(JSON.stringify({ ...line, ...values }).length).toBeLessThan(ACCESS_LINE_BYTES - 26)
})

it('SECURITY.md has the most that a day can cost, of each stage', () => {
  const security = readFileSync(new URL('../../SECURITY.md', import.meta.url), 'utf8')
  const stages = [STAGES.dev, STAGES.prod].map((stage) => ceilingOfADay(stage))
  const dollars = (of: number) => Math.round(of).toLocaleString('en')
  const [dev, prod] = stages
  const rows = dev.map(({ what, dollars: ofDev }, i) => [what, dollars(ofDev), dollars(prod[i].dollars)])
  const all = ['**all**', ...stages.map((costs) => `**${dollars(dollarsOf(costs))}**`)]
  expect(security).toContain([...rows, all].map((cells) => `| ${cells.join(' | ')} |`).join('\n'))
})

it('docs/deploy.md has what a front costs a month, by the request and at a flat rate', () => {
  const deploy = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  const rules = frontRules({ auth: 'keys', owner: STAGES.prod.owner, origins: [] }).length
  const aDay = 1_000 * 86_400
  const rows = (
    [
      ['1 million', 1e6, 0, 'Pro'],
      ['10 million', 10e6, 0, 'Pro'],
      ['125 million', 125e6, 0, 'Business'],
      ['10 million, and 1,000 a second that are refused for a day', 10e6, aDay, 'Pro'],
    ] as const
  ).map(([name, passed, refused, plan]) => {
    const { dollars, requests } = FRONT_PLANS[plan]
    expect(passed).toBeLessThanOrEqual(requests)
    return `| ${name} | ${dollarsOf(frontOfAMonth({ passed, refused, rules })).toFixed(2)} | ${dollars} (${plan}) |`
  })
  expect(deploy).toContain(rows.join('\n'))
})

it.each<[number, Parameters<typeof itemBytes>[0]]>([
  [2 + 2, { pk: { S: 'é' } }],
  [1 + 5, { n: { N: '1234567' } }],
  [1 + 2, { n: { N: '0' } }],
  [1 + 300, { b: { B: Buffer.alloc(300).toString('base64') } }],
  [1 + 300, { b: { B: new Uint8Array(300) } }],
  [3 + 1, { yes: { BOOL: true } }],
  [3 + 2 + 3, { set: { NS: ['1', '234'] } }],
  // Three for a map or list, and one for each of its elements.
  [1 + 3 + (1 + 2 + 1) + (1 + 2 + 1), { m: { M: { a: { S: 'xy' }, b: { N: '1' } } } }],
  [1 + 3 + (2 + 1) + (1 + 1), { l: { L: [{ S: 'xy' }, { NULL: true }] } }],
  [1 + 3, { m: { M: {} } }],
])('counts %i bytes of names and values as DynamoDB does, binary as it is', (bytes, item) => {
  expect(itemBytes(item)).toBe(bytes)
})
