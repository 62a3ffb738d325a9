import { type Piece, piecesOf } from '../input/pieces.ts'
import type { JobOptions } from '../job/job.ts'
import { PUZZLES_TYPE, packLines } from '../job/packed/packed-puzzles.ts'
import type { JobView } from '../protocol/views.ts'
import type { Client, PartOptions } from './client.ts'
import { ApiError } from './http.ts'

/** Some 60,000 plain puzzles; as JSON within a Lambda request they stay below 6 MB even as text. */
const MAX_PART_BYTES = 5_000_000
/** A first part as large as this is sent without waiting for what follows it, even where that is nothing. */
const SMALL_BYTES = MAX_PART_BYTES / 2
/** Parts on their way at once: one is read while another is sent and a third is taken in. */
const AT_ONCE = 3

export interface UploadOptions {
  readonly asked: Partial<JobOptions>
  /** An open job to go on with. */
  readonly to: JobView | undefined
  /** Nothing does it everywhere. */
  readonly gzip: (bytes: Uint8Array) => Promise<Uint8Array>
  /** Whether a part is known to be in, so that it need not be sent again. */
  readonly isIn?: (part: number) => boolean
  readonly onProgress?: (progress: UploadProgress) => void
}

export interface Upload {
  readonly job: JobView
  /** Done once all puzzles are in and the job is sealed. */
  readonly sealed: Promise<void>
}

/** What has happened to one part of an upload; bytes are those of its puzzles, not of what is sent for them. */
export interface UploadProgress {
  readonly part: number
  readonly bytes: number
  /** Its sending has begun, it is in, or it could not be sent: then the upload fails. */
  readonly state: 'cut' | 'in' | 'failed'
}

/** An owner may have so many puzzles under way: with the next part the client waits, as long as it takes, until some are done. */
async function untilTaken(put: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await put())
    } catch (error) {
      // The client has asked several times by now, each after a pause.
      if (!(error instanceof ApiError) || error.status !== 429) throw error
    }
  }
}

/**
 * Submits puzzles of any number: what fits one request with one request, more in parts, of which
 * a few are held at a time. The same puzzles sent again to a job that is not sealed change nothing.
 * The client's signal ends it.
 */
export async function upload(
  source: AsyncIterable<Uint8Array>,
  client: Client,
  { asked, to, gzip, isIn = () => false, onProgress = () => {} }: UploadOptions,
): Promise<Upload> {
  const pieces = piecesOf(source, { maxBytes: MAX_PART_BYTES, ...(asked.size && { size: asked.size }) })
  const first = await pieces.next()
  const text = first.done ? new Uint8Array() : first.value.bytes
  // A small part is not all there is where a long line did not fit beside it: only a second part tells.
  const second = text.length < SMALL_BYTES && !to ? await pieces.next() : undefined
  if (second?.done) return { job: await client.createJob(text, asked), sealed: Promise.resolve() }
  const job = to ?? (await client.createJob({ ...asked, open: true }))
  const sealed = sendAll().catch((error) => {
    // What is not read to its end is let go of, but not waited for: it may be slow.
    pieces.return().catch(() => {})
    throw error
  })
  return { job, sealed }

  async function sendAll(): Promise<void> {
    let count = 0
    const waiting = new Set<Promise<void>>()
    // Whatever fails, fails all at once: nobody waits for a source that may be slow.
    const failure = Promise.withResolvers<never>()
    failure.promise.catch(() => {})
    const send = async (piece: Piece) => {
      const number = ++count
      if (isIn(number)) return
      const bytes = piece.bytes.length
      onProgress({ part: number, bytes, state: 'cut' })
      try {
        const { bytes: packed, how } = await bodyOf(piece)
        await untilTaken(() => client.putPart(job.id, number, packed, how))
        onProgress({ part: number, bytes, state: 'in' })
      } catch (error) {
        onProgress({ part: number, bytes, state: 'failed' })
        failure.reject(error)
      }
    }
    const ahead = second ? [second] : []
    for (let next = first; !next.done; next = await Promise.race([ahead.pop() ?? pieces.next(), failure.promise])) {
      // Should this be another file than the one a job was opened for, the first part tells, before others of it are in.
      const most = to && count === 1 ? 1 : AT_ONCE
      if (waiting.size >= most) await Promise.race([...waiting, failure.promise])
      const sent: Promise<void> = send(next.value).finally(() => waiting.delete(sent))
      waiting.add(sent)
    }
    await Promise.race([Promise.all(waiting), failure.promise])
    await client.sealJob(job.id, count)
  }
  /** Plain puzzles as the service would pack them, a third of the text; gzipped where there is anything else among them. */
  async function bodyOf({ bytes, format }: Piece): Promise<{ bytes: Uint8Array; how: PartOptions }> {
    const packed = format === 'lines' ? packLines(bytes) : undefined
    if (packed) return { bytes: packed, how: { type: PUZZLES_TYPE } }
    return { bytes: await gzip(bytes), how: { format, encoding: 'gzip' } }
  }
}
