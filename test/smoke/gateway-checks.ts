import { gzipSync } from 'node:zlib'
import { MAX_BINARY_BODY_BYTES, MAX_TEXT_BODY_BYTES } from '../../shared/job/limits.ts'
import type { JobView } from '../../shared/protocol/views.ts'
import { STRATEGY_FIGURES } from '../../shared/sudoku/search/strategy-figures.ts'
import { GRID } from '../api/grids.ts'
import { type Deployed, refusedAs } from './deployed.ts'
import { holds, same } from './judged.ts'

/** Checks of what only shows behind the real gateway, or with the real event source. Each answers with what there is to tell. */

/** Compressed puzzles under a type that no gateway takes for text; and what becomes of those under one that some do. */
export async function gzip({ http }: Deployed): Promise<string> {
  const body = gzipSync(`${GRID}\n${GRID}\n`)
  const submit = (headers: Record<string, string>): Promise<JobView> =>
    http.json('/jobs', { method: 'POST', headers: { 'idempotency-key': crypto.randomUUID(), ...headers }, body })
  same('puzzles sent as application/gzip', (await submit({ 'content-type': 'application/gzip' })).counts.total, 2)
  const asText = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
  const isTaken = await submit(asText).then(
    () => true,
    () => false,
  )
  if (!isTaken) await refusedAs('invalid-gzip', submit(asText))
  return `as application/gzip; text with content-encoding is ${isTaken ? 'taken, too' : 'read as UTF-8 on its way'}`
}

/** API Gateway and Lambda let in so much and no more: the largest bodies that are promised arrive, larger ones do not. */
export async function sizes({ http, url, key }: Deployed): Promise<string> {
  const submit = (type: string, body: Buffer): Promise<JobView> =>
    http.json('/jobs', {
      method: 'POST',
      headers: { 'content-type': type, 'idempotency-key': crypto.randomUUID() },
      body: new Uint8Array(body),
    })
  same('puzzles of the largest text', (await submit('text/plain', padded(MAX_TEXT_BODY_BYTES))).counts.total, 1)
  const largest = (await submit('application/gzip', storedGzip(MAX_BINARY_BODY_BYTES))).counts.total
  same('puzzles of the largest gzip', largest, 1)
  await refusedAs('too-large', submit('text/plain', padded(MAX_TEXT_BODY_BYTES + 1)))
  await refusedAs('too-large', submit('application/gzip', storedGzip(MAX_BINARY_BODY_BYTES + 1)))
  // The gateway itself refuses this one, in words of its own.
  const { status } = await fetch(new URL('/jobs', url), {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...(key && { authorization: `Bearer ${key}` }) },
    body: new Uint8Array(padded(OVER_THE_GATEWAY_BYTES)),
  })
  same('status of more than the gateway takes', status, 413)
  return `${MAX_TEXT_BODY_BYTES} bytes of text, ${MAX_BINARY_BODY_BYTES} of gzip`
}

/** An HTTP API takes 10 MB. */
const OVER_THE_GATEWAY_BYTES = 10 * 1024 * 1024 + 1

/** One puzzle in a text of so many bytes, the rest of which is a comment. */
function padded(bytes: number): Buffer {
  return Buffer.from(`${GRID}\n#${'x'.repeat(bytes - GRID.length - 2)}`)
}

/** The same as gzip of so many bytes, stored as it is; the name of a file takes what is missing. */
function storedGzip(bytes: number): Buffer {
  const plain = (length: number) => gzipSync(padded(length), { level: 0 })
  const near = bytes - 2 * (plain(bytes).length - bytes)
  const packed = plain(near)
  const name = 'x'.repeat(bytes - packed.length - 1)
  // RFC 1952: flag 8 says that a name follows the ten bytes of the header, up to a zero.
  const header = Buffer.from(packed.subarray(0, 10))
  header[3] |= 8
  return Buffer.concat([header, Buffer.from(`${name}\0`), packed.subarray(10)])
}

/** Lambda ends a chain of messages from a function to itself after some 16, if it is not told to let them be. */
const SLICES = 20
/**
 * The last cell can hold no digit, which brute force finds out after more backtracks than anybody has time for: it stops
 * at its limit exactly.
 */
const ENDLESS = `${'.'.repeat(35)}9${'.'.repeat(36)}12345678.`

/** A search of many time slices, each a message that a worker sends to the queue which it works on. */
export async function slices({ client, ended, sliceMs }: Deployed): Promise<string> {
  const backtrackLimit = backtracksIn(SLICES * sliceMs)
  const job = await ended(await client.createJob({ puzzles: [ENDLESS], strategy: 'brute-force', backtrackLimit }))
  const [result] = await Array.fromAsync(client.results(job.id))
  same('status and backtracks', [result.status, result.backtracks], ['aborted', backtrackLimit])
  holds('the job failed', job.counts.failed === 0)
  return `${backtrackLimit} backtracks, which take ${SLICES} slices of ${sliceMs} ms at the usual rate`
}

/** The tries of brute force on a small grid in so many milliseconds. */
export function backtracksIn(ms: number): number {
  return Math.round((ms * STRATEGY_FIGURES['brute-force'].backtracksASecond[0]) / 1000)
}
