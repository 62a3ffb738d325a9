import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Client } from '../shared/client.ts'
import type { InputFormat } from '../shared/input/input-format.ts'
import { partsOf } from '../shared/input/parts.ts'
import { PUZZLES_TYPE, packLines } from '../shared/job/packed/packed-puzzles.ts'
import type { JobView } from '../shared/protocol/views.ts'
import type { Size } from '../shared/sudoku/units.ts'
import type { AskedOptions } from './options.ts'

/** Some 60,000 plain puzzles; as JSON within a Lambda request they stay below 6 MB even as text. */
const MAX_PART_BYTES = 5_000_000
/** Of several parts all but the last are larger: no puzzle, and no grid with its blank lines, is as long as this. */
const SMALL_BYTES = MAX_PART_BYTES / 2
/** Parts on their way at once: one is read while another is sent and a third is taken in. */
const AT_ONCE = 3

export interface Upload {
  readonly job: JobView
  /** Done once all puzzles are in and the job is sealed. */
  readonly sealed: Promise<void>
}

/**
 * Submits puzzles of any number: what fits one request with one request, more in parts, of which
 * a few are held at a time. The same puzzles sent again to a job that is not sealed change nothing.
 *
 * @param to an open job to go on with
 */
export async function upload(
  source: AsyncIterable<Uint8Array>,
  client: Client,
  { asked, to }: { asked: AskedOptions; to: JobView | undefined },
): Promise<Upload> {
  const parts = partsOf(source, { maxBytes: MAX_PART_BYTES, ...(asked.size && { size: asked.size as Size }) })
  const first = await parts.next()
  const text = first.done ? new Uint8Array() : first.value.bytes
  // A part is handed on when it is full, or at the end: a small one is all there is.
  if (text.length < SMALL_BYTES && !to) {
    return { job: await client.createJob(text, asked), sealed: Promise.resolve() }
  }
  const job = to ?? (await client.createJob({ ...asked, open: true }))
  return { job, sealed: sendAll() }

  async function sendAll(): Promise<void> {
    let count = 0
    const waiting = new Set<Promise<void>>()
    const send = async (bytes: Uint8Array, format: InputFormat) => {
      const number = ++count
      const packed = packedGrids(bytes, format)
      if (packed) await client.putPart(job.id, number, packed, { type: PUZZLES_TYPE })
      else await client.putPart(job.id, number, await promisify(gzip)(bytes), { format, encoding: 'gzip' })
    }
    for (let next = first; !next.done; next = await parts.next()) {
      if (waiting.size >= AT_ONCE) await Promise.race(waiting)
      const sent: Promise<void> = send(next.value.bytes, next.value.format).finally(() => waiting.delete(sent))
      waiting.add(sent)
    }
    await Promise.all(waiting)
    await client.sealJob(job.id, count)
  }
}

/** Plain puzzles as the service would pack them, a third of the text; undefined where there is anything else among them. */
function packedGrids(bytes: Uint8Array, format: InputFormat): Uint8Array | undefined {
  return format === 'lines' ? packLines(bytes) : undefined
}
