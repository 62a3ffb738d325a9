import { describe, expect, it } from 'vitest'
import { MAX_BINARY_BODY_BYTES, MAX_BODY_PAYLOAD_BYTES, MAX_TEXT_BODY_BYTES } from '../../shared/job/limits.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { ask, refusal } from './ask.ts'

/** The bytes of headers that API Gateway takes, or nearly. */
const HEADERS = { 'x-much': 'é'.repeat(4_000) }
const QUERY = '?strategy=singles&backtrackLimit=0&format='

function submitted(format: string, type: string, body: string) {
  return ask<JobView>(`/jobs${QUERY}${format}`, { method: 'POST', headers: { ...HEADERS, 'content-type': type }, body })
}
/** A text of a length, of one long line after the other. */
const textOf = (length: number, line: string) => line.repeat(Math.ceil(length / line.length)).slice(0, length)
/** Answers that come from the function, and not from API Gateway, which has no words for them. */
const tooLarge = (asked: ReturnType<typeof submitted>) => refusal(asked).then(([status, name]) => [status, name])

describe('the largest body there may be gets through API Gateway, and one that is larger is refused with words', () => {
  it('in a form that travels in base64', async () => {
    const line = `${JSON.stringify({ puzzle: '.'.repeat(2_000), note: '.'.repeat(50_000) })}\n`
    const body = textOf(MAX_BINARY_BODY_BYTES, line)
    expect((await submitted('ndjson', 'application/x-ndjson', body)).status).toBe(202)
    expect(await tooLarge(submitted('ndjson', 'application/x-ndjson', `${body} `))).toEqual([413, 'too-large'])
  })

  it('as a text', async () => {
    const body = textOf(MAX_TEXT_BODY_BYTES, `${'.'.repeat(80_000)}\n`)
    expect((await submitted('lines', 'text/plain', body)).status).toBe(202)
    expect(await tooLarge(submitted('lines', 'text/plain', `${body}.`))).toEqual([413, 'too-large'])
  })

  it('as a text that grows when it is quoted', async () => {
    const body = '"'.repeat(MAX_BODY_PAYLOAD_BYTES / 2)
    expect((await submitted('lines', 'text/plain', body)).status).toBe(202)
    expect(await tooLarge(submitted('lines', 'text/plain', `${body}"`))).toEqual([413, 'too-large'])
  })
})
