import { type ByteStream, chunksOf, UnreadableError } from '../input/encoding.ts'
import { type InputFormat, readPuzzles } from '../input/input-format.ts'
import { NO_PUZZLE, type Piece, piecesOf } from '../input/pieces.ts'
import type { JobOptions, Labels, Webhook } from '../job/job.ts'
import { MAX_PUZZLES, MAX_PUZZLES_WITH_STEPS } from '../job/limits.ts'
import { PUZZLES_TYPE, packBody, packLines } from '../job/packed/packed-puzzles.ts'
import type { JobView } from '../protocol/views.ts'
import { withinWork } from '../reading-budget.ts'
import type { Size } from '../sudoku/grid/units.ts'
import type { Bytes, Client, PartOptions } from './client.ts'

/** Some 56,000 plain puzzles. Even of noise, which gzip cannot shorten, a part is no larger than a binary body may be. */
const MAX_PART_BYTES = 4_600_000
/** Of puzzles with rules, which take up to forty times as long to read, the service reads no more at once. */
const MAX_OTHER_BYTES = 1_600_000
/** A first part of this size is sent without waiting for the next one, even if no other follows. */
const SMALL_BYTES = MAX_PART_BYTES / 2
/** Parts in flight at once: one is read while another is sent and a third is processed by the service. */
const AT_ONCE = 3

/** The bytes of a text. */
type Source = AsyncIterable<Uint8Array> | ByteStream

export interface UploadOptions {
  readonly asked?: Partial<JobOptions> & Labels
  /** An address that is told when the job has ended. */
  readonly webhook?: Webhook | undefined
  /** An open job to continue. */
  readonly to?: JobView | undefined
  /** As {@link partsOf} takes it. */
  readonly gzip?: PartsOptions['gzip']
  /** Whether the service is known to have a part, so that it need not be sent again. */
  readonly isIn?: (part: number) => boolean
  readonly onProgress?: (progress: UploadProgress) => void
}

export interface Upload {
  readonly job: JobView
  /** Done once the service has all puzzles and the job is sealed. */
  readonly sealed: Promise<void>
}

/** The fate of one part of an upload. The bytes are those of its text, not of the packed body. */
export interface UploadProgress {
  readonly part: number
  readonly bytes: number
  /** Its sending has begun, the service has it, or it could not be sent, which makes the upload fail. */
  readonly state: 'cut' | 'in' | 'failed'
}

/** A stretch of a text as it can be sent. */
export interface TextPart {
  /** The size of its text, not of the packed body. */
  readonly textBytes: number
  /** The text itself where that is little: all of it may then go with one request. */
  readonly text: Bytes | undefined
  /** The body of a request that sends it. */
  packed(): Promise<PackedPart>
}

export interface PackedPart {
  readonly bytes: Bytes
  readonly how: PartOptions
}

export interface PartsOptions {
  /** What the job includes. */
  readonly include?: JobOptions['include'] | undefined
  readonly size?: Size | undefined
  /** By default the streams that Node and browsers have in common. */
  readonly gzip?: ((bytes: Uint8Array) => Promise<Uint8Array>) | undefined
}

/**
 * The parts in which a text of any length is sent; little more than one of them is in memory at a time. It is the work
 * of an upload: half a second for a part, so that a page has it done by a worker.
 *
 * @throws {UnreadableError} where nobody can read the text
 */
export async function* partsOf(source: Source, options: PartsOptions): AsyncGenerator<TextPart, void> {
  const { size, include, gzip = gzipped } = options
  const chunks = 'getReader' in source ? chunksOf(source) : source
  const most = { maxPuzzles: include?.includes('steps') ? MAX_PUZZLES_WITH_STEPS : MAX_PUZZLES, ...(size && { size }) }
  const pieces = piecesOf(chunks, { maxBytes: MAX_PART_BYTES, ...most })
  for await (const piece of pieces) {
    const { bytes, format, line } = piece
    const packed = packedPiece(piece, size)
    if (packed) {
      // The next piece overwrites this one; only a small text is kept.
      const own = bytes.length < SMALL_BYTES ? bytes.slice() : bytes
      yield { ...textIn(own, line), packed: async () => packed }
    } else yield* othersIn(bytes, format, line)
  }

  /** Any others go as gzipped text. */
  async function* othersIn(bytes: Uint8Array, format: InputFormat, first?: number): AsyncGenerator<TextPart, void> {
    const limits = { maxBytes: MAX_OTHER_BYTES, format, ...most }
    for await (const { bytes: few, line: within = 1 } of piecesOf(once(bytes), limits)) {
      const line = first === undefined ? undefined : first + within - 1
      const own = few.slice()
      const how = { format, encoding: 'gzip', line } as const
      yield { ...textIn(own, line), packed: async () => ({ bytes: await gzip(own), how }) }
    }
  }
}

/** A piece as the service would pack it, which is a third of its text; undefined where it is not nearly all plain grids. */
function packedPiece({ bytes, format, line }: Piece, size: Size | undefined): PackedPart | undefined {
  const packed = format === 'lines' ? packLines(bytes) : undefined
  if (packed) return { bytes: packed, how: { type: PUZZLES_TYPE, line } }
  // Puzzles with rules use this up in their first lines, so that they are not read here only to be sent as text.
  const read = withinWork(bytes.length, () => readPuzzles(bytes, { format, size }))
  if (!read.ok) return undefined
  const { puzzles, lines } = read.value
  const [first = 1] = lines ?? []
  const areConsecutive = lines === undefined || lines[puzzles.count - 1] - first === puzzles.count - 1
  const body = areConsecutive ? packBody(puzzles) : undefined
  if (!body || body.length > bytes.length) return undefined
  return { bytes: body, how: { type: PUZZLES_TYPE, line: line && lines && line + first - 1 } }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes
}

function textIn(bytes: Uint8Array, line: number | undefined): Omit<TextPart, 'packed'> {
  // With one request goes no line: above a first piece there may have been comments alone.
  return { textBytes: bytes.length, text: bytes.length < SMALL_BYTES && (line ?? 1) === 1 ? bytes : undefined }
}

/**
 * Submits any number of puzzles: with one request if they fit, otherwise in parts, of which a few are in memory at a
 * time. Sending the same puzzles again to a job that is not sealed changes nothing, because parts have numbers. The
 * client's signal ends the upload.
 *
 * @throws {UnreadableError} where there is no puzzle, or a text that nobody can read
 */
export async function upload(source: Source, client: Client, options: UploadOptions = {}): Promise<Upload> {
  const { size, include } = options.to?.options ?? options.asked ?? {}
  return uploadParts(partsOf(source, { size, include, gzip: options.gzip }), client, options)
}

/** As {@link upload}, of parts that somebody else makes. */
export async function uploadParts(
  parts: AsyncGenerator<TextPart, void>,
  client: Client,
  { asked = {}, webhook, to, isIn = () => false, onProgress = () => {} }: Omit<UploadOptions, 'gzip'>,
): Promise<Upload> {
  const first = await parts.next()
  if (first.done && !to) throw new UnreadableError(NO_PUZZLE)
  const text = first.done ? undefined : first.value.text
  // A small part need not be the last one: a long line may not have fitted into it. Only reading on tells.
  const second = text && !to ? await parts.next() : undefined
  // A text has its options in the query, where no secret belongs: a job with a webhook is opened by JSON.
  if (text && second?.done && !webhook) return { job: await client.createJob(text, asked), sealed: Promise.resolve() }
  const job = to ?? (await client.createJob({ ...asked, webhook, open: true }))
  const sealed = sendAll().catch((error) => {
    // The rest of the source is given up, but not awaited: it may be slow.
    parts.return().catch(() => {})
    throw error
  })
  return { job, sealed }

  async function sendAll(): Promise<void> {
    let count = 0
    const waiting = new Set<Promise<void>>()
    let fail: (error: unknown) => void = () => {}
    const failure = new Promise<never>((_, reject) => {
      fail = reject
    })
    failure.catch(() => {})
    /**
     * Waits for something unless a part fails first, which ends everything at once, as a source may be slow. A promise
     * keeps the outcome of every race that it is in until it is settled itself, and the failure mostly never is: so
     * what is raced has no value. Raced for as they are, the parts stayed, 960 MB of ten million puzzles.
     */
    const unlessFailed = async <T>(promise: Promise<T>): Promise<T> => {
      await Promise.race([promise.then(() => {}), failure])
      return promise
    }
    const send = async ({ textBytes: bytes, packed: pack }: TextPart) => {
      const number = ++count
      if (isIn(number)) return
      onProgress({ part: number, bytes, state: 'cut' })
      try {
        const { bytes: packed, how } = await pack()
        await client.putPart(job.id, number, packed, { ...how, waitsForRoom: true })
        onProgress({ part: number, bytes, state: 'in' })
      } catch (error) {
        onProgress({ part: number, bytes, state: 'failed' })
        fail(error)
      }
    }
    const ahead = second && !second.done ? [second] : []
    for (let next = first; !next.done; next = ahead.pop() ?? (await unlessFailed(parts.next()))) {
      // If this is another file than the one that the job was opened for, the first part fails before others are sent.
      const most = to && count === 1 ? 1 : AT_ONCE
      if (waiting.size >= most) await unlessFailed(Promise.race(waiting))
      const sent: Promise<void> = send(next.value).finally(() => waiting.delete(sent))
      waiting.add(sent)
    }
    await unlessFailed(Promise.all(waiting))
    await client.sealJob(job.id, count)
  }
}

async function gzipped(bytes: Uint8Array): Promise<Uint8Array> {
  const packed = new Blob([bytes as BlobPart]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
