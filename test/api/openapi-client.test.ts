import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, expect, inject, it } from 'vitest'

const run = promisify(execFile)
const cwd = new URL('../openapi-client/', import.meta.url)
const DESCRIPTION = '../../functions/api/openapi/openapi.json'

beforeAll(async () => {
  await run('node_modules/.bin/openapi-typescript', [DESCRIPTION, '--output', 'api.d.ts'], { cwd })
})

it('a client made from the description alone compiles', async () => {
  const { stdout } = await run('../../node_modules/.bin/tsc', [], { cwd }).catch((error) => error)
  expect(stdout).toBe('')
})

it('and submits, polls and reads results', async () => {
  const { stdout } = await run(process.execPath, ['sample.ts', inject('serviceUrl')], { cwd })
  expect(stdout.split('\n')).toEqual([
    '1 - 534678912672195348198342567859761423426853791713924856961537284287419635345286179',
    '2 mine 1234432131422413',
    '422 The request does not fit its schema',
    '',
  ])
})
