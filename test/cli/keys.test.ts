import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { announce, clientsOf } from '../../infra/local/running-service.ts'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { dynamoTable } from '../../shared/aws/table.ts'
import { GRID } from '../api/grids.ts'
import { createTable } from '../contract/cloud.ts'
import { sudoku as run, start } from './run.ts'

let service: LocalService
let dynamo: DynamoDBClient
beforeAll(async () => {
  service = await startLocal({ auth: 'keys', workers: 1 })
  dynamo = new DynamoDBClient(clientsOf(service.environment).dynamo)
})
afterAll(() => {
  dynamo.destroy()
  return service[Symbol.asyncDispose]()
})

const keys = (...args: string[]) => start('infra/ops.ts', ['key', ...args], { env: service.environment }).ended
const sudoku = (key: string | undefined, ...args: string[]) =>
  run([...args, '--url', service.url], { env: key ? { SUDOKU_KEY: key } : {}, input: `${GRID}\n` })
const minted = (owner: string) => service.newKey(owner)

it('a key that was minted lets its owner in until it is revoked, and nobody without one', {
  tags: ['long'],
}, async () => {
  const { code, stdout } = await keys('mint', 'ada', '--note', 'for a test')
  expect(code).toBe(0)
  const key = stdout.trim()
  expect(key).toMatch(/^sudoku_[0-9a-f]{16}_[\w-]{43}$/)
  expect(await sudoku(key, 'solve', '-')).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d{81}\n$/) })
  // Its jobs are shown to whichever of its owner's keys, and to nobody else.
  expect((await sudoku(await minted('ada'), 'list')).stdout).toMatch(/ 1\/1\s*\n$/)
  expect(await sudoku(await minted('bob'), 'list')).toEqual({ code: 0, stdout: '', stderr: '' })
  expect((await sudoku(undefined, 'solve', '-')).code).toBe(3)
  expect((await sudoku(undefined, 'list')).stderr).toBe(
    'sudoku: The request carries no key, or one that is not valid\n' +
      'Put your key into SUDOKU_KEY. Who runs the service makes keys: npm run -s keys -- mint <owner>\n',
  )

  const id = key.split('_')[1]
  expect((await keys('list')).stdout).toMatch(
    new RegExp(`^${id}  ada  minted [\\d-]{10}  valid  used [\\d-]{10}  for a test$`, 'm'),
  )
  expect(await keys('revoke', id)).toMatchObject({ code: 0, stdout: `${id} is revoked\n` })
  expect((await sudoku(key, 'list')).code).toBe(3)
  expect((await keys('list')).stdout).toMatch(
    new RegExp(`^${id}  ada  minted [\\d-]{10}  revoked [\\d-]{10}  used [\\d-]{10}  for`, 'm'),
  )
})

it('keys that were exported are the same in another table, and what was revoked stays revoked', {
  tags: ['long'],
}, async () => {
  const [key, revoked] = [await minted('ada'), await minted('ada')]
  await keys('revoke', revoked)
  const { stdout } = await keys('export')
  expect(stdout).not.toContain(key.split('_')[2])
  await createTable(dynamo, 'restored')
  const imported = (input: string) =>
    start('infra/ops.ts', ['key', 'import', '--table', 'restored'], { env: service.environment, input }).ended
  const count = stdout.trim().split('\n').length
  expect((await imported(`${stdout}{"id":"x"}\n`)).stderr).toContain(`line ${count + 1}: expected a key`)
  expect((await imported(stdout)).stdout).toBe(`${count} added, 0 were there\n`)
  expect((await imported(stdout)).stdout).toBe(`0 added, ${count} were there\n`)
  const table = dynamoTable(dynamo, 'restored')
  expect([await table.holderOf(key), await table.holderOf(revoked)]).toEqual(['ada', undefined])
})

it('a key comes by its scheme, and with nothing around it', async () => {
  const key = await minted('one')
  const statusWith = async (authorization: string) =>
    (await fetch(`${service.url}/jobs`, { headers: { authorization } })).status
  for (const text of ['', `${key}x`, `x${key}`]) expect(await statusWith(`Bearer ${text}`)).toBe(401)
  for (const scheme of ['Basic', 'Bearerx', '']) expect(await statusWith(`${scheme} ${key}`)).toBe(401)
  for (const scheme of ['Bearer', 'bearer']) expect(await statusWith(`${scheme} ${key}`)).toBe(200)
})

it('of a key only a hash is kept', async () => {
  const [, id, ...secretParts] = (await minted('one')).split('_')
  // Its base64 may have the separator in it.
  const secret = secretParts.join('_')
  const { TABLE_NAME } = service.environment
  const table = JSON.stringify((await dynamo.send(new ScanCommand({ TableName: TABLE_NAME }))).Items)
  expect(table).toContain(id)
  expect(table).not.toContain(secret)
})

it.each([
  [['mint', 'a#b'], 'owner "a#b": expected 1 to 64 letters, digits, or any of . _ @ -'],
  [['revoke', 'none'], 'there is no key none'],
])('keys %j is refused', { tags: ['long'] }, async (args, message) => {
  expect(await keys(...args)).toMatchObject({ code: 1, stdout: '', stderr: `${message}\n` })
})

it('where no table is named, keys are made in the service that npm start has on this machine', {
  tags: ['long'],
}, async () => {
  const { port } = new URL(service.url)
  const locally = (...args: string[]) => start('infra/ops.ts', ['key', ...args], { env: { PORT: port } }).ended
  const anywhere = (...args: string[]) => start('infra/ops.ts', ['key', ...args]).ended
  const nowhere = {
    code: 1,
    stdout: '',
    stderr: `which table? Name its stack with --stack, or it with --table or TABLE_NAME.
Without a name it is that of the service on this machine, but none is up on port ${port}: AUTH=keys npm start
`,
  }
  {
    await using _announced = await announce({ ...service, auth: 'keys' })
    const { code, stdout, stderr } = await locally('mint', 'ada')
    expect({ code, stderr }).toEqual({ code: 0, stderr: `in the service at ${service.url}\n` })
    expect(await sudoku(stdout.trim(), 'list')).toMatchObject({ code: 0 })
    // It is found without its port, too; beside those of other tests it is named as one of several.
    const found = new RegExp(`^in the service at |Several are up on this machine: .*\\b${port}\\b`)
    expect((await anywhere('list')).stderr).toMatch(found)
  }
  expect(await locally('mint', 'ada')).toEqual(nowhere)
  // One that was killed leaves what it has announced, and nobody answers there.
  await using _killed = await announce({ ...service, url: `http://127.0.0.1:1`, auth: 'keys' })
  expect(await start('infra/ops.ts', ['key', 'list', '--port', '1']).ended).toEqual({
    ...nowhere,
    stderr: nowhere.stderr.replace(`port ${port}`, 'port 1'),
  })
})
