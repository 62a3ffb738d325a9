import { DynamoDBClient, PutItemCommand, paginateScan } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeadLetter } from '../../functions/dead-letter.ts'
import { clientsOf } from '../../infra/local/running-service.ts'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { dynamoItems } from '../../shared/aws/items.ts'
import { dynamoTable, type Table } from '../../shared/aws/table.ts'
import { LOST } from '../../shared/job/chunks/chunk.ts'
import { progressOf } from '../../shared/job/job.ts'
import { GRID } from '../api/grids.ts'
import { passOn, serving } from '../client/serving.ts'
import { eventOf, jobOf } from '../functions/emulated.ts'
import { start } from './run.ts'

const POLL = { timeout: 20_000 }
const OWNERS = 20
const JOBS_OF_EACH = 10
/** Jobs that a queue takes before it waits. */
const TAKEN = 5

const dynamoOf = ({ environment }: LocalService) => new DynamoDBClient(clientsOf(environment).dynamo)

let service: LocalService
let table: Table
let dynamo: DynamoDBClient
beforeAll(async () => {
  service = await startLocal({ auth: 'keys', workers: 1 })
  dynamo = dynamoOf(service)
  table = dynamoTable(dynamo, service.environment.TABLE_NAME)
})
afterAll(async () => {
  dynamo.destroy()
  await service[Symbol.asyncDispose]()
})

const ops = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start('infra/ops.ts', [...args], { env: { ...service.environment, ...env } })
const done = async (...args: string[]) => {
  const { code, stdout, stderr } = await ops(args).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return stdout
}

/** A job of an owner that ran out of attempts. */
async function failedJob(owner: string, puzzles = 2, jobs = table): Promise<string> {
  const [chunk] = await jobOf(jobs, Array(puzzles).fill(GRID), { owner, options: { strategy: 'singles' } })
  const queue = { send: () => Promise.reject(new Error('nothing is left to be sent')) }
  await createDeadLetter({ table: jobs, queue, now: Date.now })(eventOf([chunk]))
  return chunk.jobId
}

async function statesOf(
  ids: readonly string[],
  jobs = table,
): Promise<{ failed: number; pending: number; solved: number }> {
  const sum = { failed: 0, pending: 0, solved: 0 }
  for (const id of ids) {
    const record = await jobs.getJob(id)
    if (!record) throw new Error(`no job ${id}`)
    const { failed, pending, solved } = progressOf(record).counts
    sum.solved += solved
    sum.failed += failed
    sum.pending += pending
  }
  return sum
}

describe('redrive', () => {
  it('sends what failed of all owners again, or of one, and nothing twice', { tags: ['long'] }, async () => {
    const owners = ['ann', 'ben', 'cat']
    for (const owner of owners) await service.newKey(owner)
    const before = new Date().toISOString()
    const ids = await Promise.all(owners.flatMap((owner) => [failedJob(owner), failedJob(owner, 3)]))
    expect(await statesOf(ids)).toEqual({ failed: 15, pending: 0, solved: 0 })

    const listed = await done('jobs', '--since', before, '--failed')
    expect(listed.trim().split('\n')).toHaveLength(6)
    expect(listed).toMatch(/ann {2}completed {2}3\/3 {2}3 failed/)
    // What was submitted before is left alone.
    expect(await done('redrive', '--since', new Date(Date.now() + 60_000).toISOString())).toMatch(/^0 jobs of 0 owners/)

    expect(await done('redrive', '--since', '1h', '--owner', 'ben')).toMatch(
      /^2 jobs of 1 owners, 5 puzzles sent again$/m,
    )
    expect(await done('redrive', '--since', before)).toMatch(/^4 jobs of 2 owners, 10 puzzles sent again$/m)
    expect(await done('redrive', '--since', before)).toMatch(/^0 jobs of 0 owners, 0 puzzles sent again$/m)
    await expect.poll(() => statesOf(ids), POLL).toEqual({ failed: 0, pending: 0, solved: 15 })
    expect(await done('jobs', '--since', before, '--failed')).toBe('')

    const log = (await done('log')).trim().split('\n')
    expect(log[0]).toMatch(/^[\d-]+T[\d:.]+Z {2}\S+@\S+ {2}redrive --since \S+ {2}0 jobs of 0 owners/)
    expect(log.filter((line) => line.includes('--owner ben'))).toHaveLength(1)
    const [{ at, expiresAt }] = await dynamoItems(dynamo, service.environment.TABLE_NAME).queryBack('operations', 1)
    expect(Number(expiresAt) - Number(at) / 1000).toBeCloseTo(400 * 86_400, -1)
  })

  it('may be broken off, and the same command goes on with it', { tags: ['long'] }, async () => {
    // Nobody works on what is sent, so that all of it can be counted.
    await using idle = await startLocal({ auth: 'keys', workers: 0 })
    using clients = new DisposableStack()
    const client = clients.adopt(dynamoOf(idle), (client) => client.destroy())
    const jobs = dynamoTable(client, idle.environment.TABLE_NAME)
    const before = new Date().toISOString()
    const ids: string[] = []
    for (let i = 0; i < OWNERS; i++) {
      await jobs.mintKey(`owner-${i}`, '', Date.now())
      for (let job = 0; job < JOBS_OF_EACH; job++) ids.push(await failedJob(`owner-${i}`, 1, jobs))
    }
    // The queue takes a part of it, and the rest after the signal: a fast process would be done before that.
    const waiting: (() => void)[] = []
    let left = TAKEN
    const { QUEUE_URL, AWS_ENDPOINT_URL_SQS } = idle.environment
    await using queue = await serving((request, response) => {
      const pass = () => passOn(request, response, AWS_ENDPOINT_URL_SQS)
      if (left-- > 0) pass()
      else waiting.push(pass)
    })
    const redrive = (environment: Readonly<Record<string, string>> = idle.environment) =>
      ops(['redrive', '--since', before], environment)
    const broken = redrive({
      ...idle.environment,
      AWS_ENDPOINT_URL_SQS: queue.url,
      QUEUE_URL: new URL(new URL(QUEUE_URL).pathname, queue.url).href,
    })
    await expect.poll(() => waiting.length, POLL).toBeGreaterThan(0)
    broken.child.kill('SIGINT')
    left = ids.length
    for (const pass of waiting) pass()
    const { code, stdout } = await broken.ended
    const first = Number(/goes on: (\d+) jobs/.exec(stdout)?.[1])
    expect([code, first > 0, first < ids.length]).toEqual([130, true, true])
    const [, rest] = /^(\d+) jobs of \d+ owners/m.exec((await redrive().ended).stdout) ?? []
    expect(first + Number(rest)).toBe(ids.length)
    expect(await statesOf(ids, jobs)).toEqual({ failed: 0, pending: ids.length, solved: 0 })
  })
})

it('a lost region comes back from a copy of its table: what had ended is there, what was under way ends, and keys work', {
  tags: ['long'],
}, async () => {
  const key = await service.newKey('hal')
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${service.url}/jobs`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain', prefer: 'wait=20' },
    body: GRID,
  })
  const ended = (await answer.json()) as { id: string; state: string }
  expect(ended.state).toBe('completed')
  // Their messages were in the queues of the region: one has not begun, and the other failed there before.
  const [waiting] = await jobOf(table, Array(40).fill(GRID), { owner: 'hal', perChunk: 3 })
  const failed = await failedJob('hal')

  await using region = await startLocal({ auth: 'keys', workers: 1 })
  const { TABLE_NAME } = region.environment
  const there = dynamoOf(region)
  for await (const { Items = [] } of paginateScan({ client: dynamo }, { TableName: service.environment.TABLE_NAME }))
    for (const Item of Items) await there.send(new PutItemCommand({ TableName: TABLE_NAME, Item }))
  const restored = dynamoTable(there, TABLE_NAME)
  const lostAt = new Date().toISOString()
  const redriven = ops(['redrive', '--since', '1d', '--lost', lostAt, '--owner', 'hal'], region.environment)
  const { code, stdout } = await redriven.ended
  expect([code, stdout]).toEqual([0, expect.stringMatching(/2 puzzles sent again, 40 puzzles given up as lost$/m)])
  const countsOf = async (id: string) => {
    const record = await restored.getJob(id)
    return record && progressOf(record).counts
  }
  await expect.poll(() => countsOf(waiting.jobId), POLL).toMatchObject({ total: 40, failed: 40, pending: 0 })
  await expect.poll(() => countsOf(failed), POLL).toMatchObject({ total: 2, solved: 2, pending: 0 })
  const read = async (id: string) =>
    (await fetch(`${region.url}/jobs/${id}/results`, { headers })).json() as Promise<{
      results: { status: string; reason?: string }[]
    }>
  expect((await read(ended.id)).results).toMatchObject([{ status: 'solved' }])
  expect((await read(waiting.jobId)).results[0]).toMatchObject({ status: 'failed', reason: LOST })
  there.destroy()
})

describe('an owner', () => {
  const asked = async (key: string) => {
    const answer = await fetch(`${service.url}/jobs`, { headers: { authorization: `Bearer ${key}` } })
    const { code } = (await answer.json()) as { code?: string }
    return [answer.status, ...(code ? [code] : [])]
  }

  it('who is blocked is not let in, until that is over; others are', { tags: ['long'] }, async () => {
    const [key, other] = [await service.newKey('dan'), await service.newKey('eve')]
    expect(await asked(key)).toEqual([200])
    expect(await done('owner', 'block', 'dan')).toMatch(/^dan: blocked since [\d-]+T/)
    expect(await asked(key)).toEqual([403, 'blocked-owner'])
    // A key that is made for them meanwhile opens nothing.
    expect(await asked(await service.newKey('dan'))).toEqual([403, 'blocked-owner'])
    expect(await asked(other)).toEqual([200])
    expect(await done('owner', 'unblock', 'dan')).toBe('dan: let in\n')
    // An instance that has seen an owner blocked remembers it for five seconds.
    await expect.poll(() => asked(key), { timeout: 10_000, interval: 500 }).toEqual([200])
  })

  it('may have limits of their own', { tags: ['long'] }, async () => {
    const key = await service.newKey('fay')
    expect(await done('owner', 'limit', 'fay', '--requests', '3', '--window-s', '3600')).toBe(
      'fay: let in, requests 3, windowS 3600\n',
    )
    // The first passes by everybody's limits.
    const answers = []
    for (let i = 0; i < 5; i++) answers.push((await asked(key))[0])
    expect(answers.slice(0, 2)).toEqual([200, 200])
    // The fourth is too early by a tenth of a second at most, and the fifth by twenty minutes if it is not.
    expect(answers.slice(3)).toContain(429)
    expect(await done('owner', 'limit', 'fay', '--reset')).toBe('fay: let in\n')
    // Its last answer still counts by the hour.
    expect(await table.readSettings('fay')).toEqual({})
  })
})

it('a key that is rotated is valid beside the new one, and then not any more', { tags: ['long'] }, async () => {
  const old = await service.newKey('gus')
  const id = old.split('_')[1]
  const { code, stdout, stderr } = await ops(['key', 'rotate', id, '--overlap', '2']).ended
  expect([code, stderr]).toEqual([0, expect.stringMatching(`^${id} of gus is valid until [\\d-]{10}\n$`)])
  const now = Date.now()
  const DAY_MS = 86_400_000
  expect(await table.holderOf(stdout.trim(), now + 9 * DAY_MS)).toBe('gus')
  expect([await table.holderOf(old, now + DAY_MS), await table.holderOf(old, now + 3 * DAY_MS)]).toEqual([
    'gus',
    undefined,
  ])
  expect(await done('key', 'list')).toMatch(new RegExp(`^${id} {2}gus .* valid [\\d-]{10} {2}used [\\d-]{10}`, 'm'))
  const ended = (await table.mintKey('gus', '', now - 2 * DAY_MS, now - DAY_MS)).split('_')[1]
  expect((await ops(['key', 'rotate', ended]).ended).stderr).toMatch(`there is no key ${ended} that is valid`)
})

it('the event sources of a stack are paused, and started again', { tags: ['long'] }, async () => {
  const changes: string[] = []
  await using aws = await serving(async (request, response) => {
    const body = (await Array.fromAsync(request)).join('')
    const { method, url = '' } = request
    if (method === 'PUT') changes.push(`${url.split('/').at(-1)} ${JSON.parse(body).Enabled}`)
    if (url.startsWith('/2015-03-31/event-source-mappings')) return response.end('{}')
    const output = (name: string, value: string) =>
      `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`
    const { TABLE_NAME, QUEUE_URL } = service.environment
    const outputs =
      output('table', TABLE_NAME) +
      output('queue', QUEUE_URL) +
      output('sources', 'source-of-worker,source-of-notifier')
    response.setHeader('content-type', 'text/xml')
    response.end(
      `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><Outputs>${outputs}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
    )
  })
  const env = { AWS_ENDPOINT_URL_LAMBDA: aws.url, AWS_ENDPOINT_URL_CLOUDFORMATION: aws.url }
  for (const [command, said] of [
    ['drain', 'off'],
    ['resume', 'on'],
  ]) {
    const { code, stdout } = await ops([command, '--stack', 'Sudoku-prod'], env).ended
    expect([code, stdout]).toEqual([0, `2 event sources are ${said} within a minute\n`])
  }
  expect(changes).toEqual(['worker', 'notifier', 'worker', 'notifier'].map((name, i) => `source-of-${name} ${i > 1}`))
  expect((await ops(['drain']).ended).stderr).toMatch('no event sources: name a stack with --stack')
})
