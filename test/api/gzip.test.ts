import { gzipSync } from 'node:zlib'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { httpFront } from '../../infra/local/http-front.ts'
import { createClient } from '../../shared/client/client.ts'
import { upload } from '../../shared/client/upload.ts'
import { BODY_RULES, type BodyRule } from '../../shared/protocol/body-encoding.ts'
import { serving } from '../client/serving.ts'
import { ask, opened, post, putPart, refusal } from './ask.ts'
import { GRID } from './grids.ts'

const CSV = `puzzle,id\n${GRID},mine-1\n${GRID},mine-2\n`
/** More than a part holds, and no plain list, which would be packed otherwise. */
const ROWS = 60_000
// So many bad rows that parts of it are not packed.
const LONG_CSV = `puzzle,id\n${`${`${GRID},mine\n`.repeat(9)}none,mine\n`.repeat(ROWS / 10)}`
const GZIP = { 'content-type': 'application/gzip' }
const GZIP_AS_TEXT = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }

/** Hands on an event as it came: the service that all tests share in the place of the function. */
async function invoke(event: unknown): Promise<APIGatewayProxyStructuredResultV2> {
  const { rawPath, rawQueryString, headers, body, isBase64Encoded, requestContext } = event as APIGatewayProxyEventV2
  const { host: _, 'content-length': _length, connection: _connection, ...named } = headers
  const response = await fetch(`${inject('serviceUrl')}${rawPath}?${rawQueryString}`, {
    method: requestContext.http.method,
    headers: { ...(named as Record<string, string>), 'accept-encoding': 'identity' },
    ...(body !== undefined && { body: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }),
  })
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  }
}

function fronted(bodyRule: BodyRule) {
  const front = httpFront({ invoke }, { log: () => {}, bodyRule })
  return serving((request, response) => void front.emit('request', request, response))
}

describe.each(BODY_RULES)('behind a gateway that tells texts %s', (bodyRule) => {
  let front: Awaited<ReturnType<typeof fronted>>
  let url: string
  beforeAll(async () => {
    front = await fronted(bodyRule)
    url = front.url
  })
  afterAll(() => front[Symbol.asyncDispose]())

  it('puzzles come in as application/gzip, their format told or named', async () => {
    const { status, body } = await ask<{ formats: string[]; counts: { total: number } }>(
      '/jobs?strategy=singles',
      { method: 'POST', headers: GZIP, body: gzipSync(CSV) },
      url,
    )
    expect([status, body]).toEqual([
      202,
      expect.objectContaining({ formats: ['csv'], counts: expect.objectContaining({ total: 2 }) }),
    ])
    const id = await opened({}, url)
    const named = await putPart(id, '1?format=ndjson', gzipSync(JSON.stringify(GRID)), { headers: GZIP, url })
    expect([named.status, named.body]).toEqual([201, expect.objectContaining({ format: 'ndjson', puzzles: 1 })])
    await post(`/jobs/${id}/cancel`, undefined, url)
  })

  it('the client sends a file that does not fit one request', { tags: ['long'] }, async () => {
    const client = createClient({ url })
    const source = new Blob([LONG_CSV]).stream()
    const { job, sealed } = await upload(source, client, { asked: { backtrackLimit: 0 }, to: undefined })
    await sealed
    expect(await client.getJob(job.id)).toMatchObject({
      parts: expect.toSatisfy((parts: number) => parts > 2),
      counts: { total: ROWS },
    })
    await client.deleteJob(job.id)
  })
})

it('gzip that was taken for text on its way is refused, and the answer names the type that is safe', async () => {
  await using made = await fronted('by-type')
  const id = await opened()
  expect(await refusal(putPart(id, 1, gzipSync(CSV), { headers: GZIP_AS_TEXT, url: made.url }))).toEqual([
    400,
    'invalid-gzip',
    'found gzip that was taken for text on its way, expected content-type: application/gzip',
  ])
  // Elsewhere it is taken as before.
  expect((await putPart(id, 1, gzipSync(CSV), { headers: GZIP_AS_TEXT })).body).toMatchObject({ format: 'csv' })
  await post(`/jobs/${id}/cancel`)
})
