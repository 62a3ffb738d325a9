import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type ReadOptions, readPuzzles, SYNTAXES } from '../../shared/input/input-format.ts'
import { puzzlesPerChunk } from '../../shared/job/chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { MAX_BODY_BYTES, MAX_CHUNKS, MAX_PUZZLES, MAX_UNPACKED_BYTES } from '../../shared/job/limits.ts'
import { PackedGrids, PUZZLES_TYPE } from '../../shared/job/packed/packed-puzzles.ts'
import type { Puzzles } from '../../shared/job/puzzles.ts'
import { excessIn } from '../../shared/protocol/json-bounds.ts'
import { overLimit, type Parsed, refused } from '../../shared/protocol/parsed.ts'
import { problem } from './problem.ts'

/** By media type, how a body is read. */
const KINDS: ReadonlyMap<string, 'json' | 'text' | 'packed'> = new Map([
  ['application/json', 'json'],
  ...Object.values(SYNTAXES).map(({ mediaType }) => [mediaType, 'text'] as const),
  [PUZZLES_TYPE, 'packed'],
])

/** A body as it came in, unpacked. */
export interface Body {
  readonly bytes: Uint8Array
  readonly kind: 'json' | 'text' | 'packed'
  /** SHA-256 in base64url. */
  readonly digest: string
}

export const limitedBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: (c) => problem(c, 'too-large', { detail: `expected at most ${MAX_BODY_BYTES} bytes` }),
})

/** The body of a request, or the problem with it. */
export async function bodyOf(c: Context): Promise<Body | Response> {
  const [mediaType, ...parameters] = (c.req.header('content-type') ?? 'none')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity'
  const kind = KINDS.get(mediaType)
  const isReadable = /^(identity|gzip)$/.test(encoding) && (!charset || /^charset="?(utf-8|us-ascii)"?$/.test(charset))
  if (!isReadable || !kind) {
    const found = [mediaType, charset, encoding !== 'identity' && encoding].filter(Boolean).join(', ')
    const types = [...KINDS.keys()]
    const detail = `found ${found}, expected ${types.join(', ')}, in UTF-8, as they are or in gzip`
    return problem(c, 'unsupported-media-type', { detail, headers: { accept: types.join(', ') } })
  }
  const raw = new Uint8Array(await c.req.arrayBuffer())
  const bytes = encoding === 'gzip' ? await unpacked(c, raw) : raw
  if (bytes instanceof Response) return bytes
  return { bytes, kind, digest: createHash('sha256').update(bytes).digest('base64url') }
}

/** A body's JSON, or the problem with it. */
export function jsonIn(c: Context, { bytes }: Pick<Body, 'bytes'>): { json: unknown } | Response {
  const excess = excessIn(bytes)
  if (excess) return problem(c, 'too-complex', { errors: [excess] })
  try {
    return { json: JSON.parse(new TextDecoder().decode(bytes)) }
  } catch (error) {
    return problem(c, 'not-json', { detail: (error as SyntaxError).message })
  }
}

/** Puzzles that came in together, and how they were written. */
export interface Read {
  readonly puzzles: Puzzles | PackedGrids
  readonly format: string
}

/** The puzzles in a body that is no JSON; in a text, of any format where none is named. */
export function puzzlesIn({ kind, bytes }: Body, how: ReadOptions): Parsed<Read> {
  if (kind === 'packed') {
    const puzzles = PackedGrids.checked(bytes)
    return puzzles.ok ? { ok: true, value: { puzzles: puzzles.value, format: kind } } : refused([puzzles.error])
  }
  const read = readPuzzles(bytes, { ...how, most: MAX_PUZZLES })
  if (read.ok) return read
  const { reason, isOver } = read.error
  return isOver ? overLimit('too-many-puzzles', reason) : refused([reason])
}

/** How many of a body's puzzles go into a chunk; or what is wrong with their number, for which they are called by their place. */
export function cutOf({ puzzles }: Pick<Read, 'puzzles'>, options: JobOptions, place: string): Parsed<number> {
  const { count } = puzzles
  if (count === 0) return refused([`${place}: expected at least one puzzle`])
  const tooMany = (most: number, which: string) =>
    overLimit('too-many-puzzles', `${place}: found ${count} puzzles${which}, expected at most ${most}`)
  if (count > MAX_PUZZLES) return tooMany(MAX_PUZZLES, '')
  const perChunk = puzzlesPerChunk(options, puzzles)
  if (count <= perChunk * MAX_CHUNKS) return { ok: true, value: perChunk }
  return tooMany(perChunk * MAX_CHUNKS, ` of so many cells, looking for ${options.solutions} solutions`)
}

async function unpacked(c: Context, raw: Uint8Array): Promise<Uint8Array | Response> {
  try {
    return await promisify(gunzip)(raw, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') return problem(c, 'invalid-gzip', { detail: message })
    return problem(c, 'too-large-unpacked', { detail: `expected at most ${MAX_UNPACKED_BYTES} bytes unpacked` })
  }
}
