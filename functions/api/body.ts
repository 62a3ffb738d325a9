import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { HonoRequest } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { type ReadOptions, readPuzzles, SYNTAXES } from '../../shared/input/input-format.ts'
import { puzzlesPerChunk } from '../../shared/job/chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import { MAX_BODY_BYTES, MAX_CHUNKS, MAX_PUZZLES, MAX_UNPACKED_BYTES } from '../../shared/job/limits.ts'
import { PackedGrids, PUZZLES_TYPE } from '../../shared/job/packed/packed-puzzles.ts'
import type { Puzzles } from '../../shared/job/puzzles.ts'
import { checkBounds } from '../../shared/protocol/json-bounds.ts'
import { Problem } from './problem.ts'

/** A body as it came in, unpacked. */
export interface Body {
  readonly bytes: Uint8Array
  readonly kind: 'json' | 'text' | 'packed'
  /** SHA-256 in base64url. */
  readonly digest: string
}

/** By media type, how a body is read. */
const KINDS: ReadonlyMap<string, Body['kind']> = new Map([
  ['application/json', 'json'],
  ...Object.values(SYNTAXES).map(({ mediaType }) => [mediaType, 'text'] as const),
  [PUZZLES_TYPE, 'packed'],
])

export const limitedBody = bodyLimit({
  maxSize: MAX_BODY_BYTES,
  onError: () => {
    throw new Problem('too-large', { detail: `expected at most ${MAX_BODY_BYTES} bytes` })
  },
})

/** The body of a request, where it is of a kind that is taken. */
export async function bodyOf(request: HonoRequest): Promise<Body> {
  const [mediaType, ...parameters] = (request.header('content-type') ?? 'none')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  const encoding = request.header('content-encoding')?.toLowerCase() ?? 'identity'
  const kind = KINDS.get(mediaType)
  const isReadable = /^(identity|gzip)$/.test(encoding) && (!charset || /^charset="?(utf-8|us-ascii)"?$/.test(charset))
  if (!isReadable || !kind) {
    const found = [mediaType, charset, encoding !== 'identity' && encoding].filter(Boolean).join(', ')
    const types = [...KINDS.keys()].join(', ')
    const detail = `found ${found}, expected ${types}, in UTF-8, as they are or in gzip`
    throw new Problem('unsupported-media-type', { detail, headers: { accept: types } })
  }
  const raw = new Uint8Array(await request.arrayBuffer())
  const bytes = encoding === 'gzip' ? await unpacked(raw) : raw
  return { bytes, kind, digest: createHash('sha256').update(bytes).digest('base64url') }
}

async function unpacked(raw: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(raw, { maxOutputLength: MAX_UNPACKED_BYTES })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') throw new Problem('invalid-gzip', { detail: message })
    throw new Problem('too-large-unpacked', { detail: `expected at most ${MAX_UNPACKED_BYTES} bytes unpacked` })
  }
}

/** The JSON in a body. */
export function jsonIn({ bytes }: Pick<Body, 'bytes'>): unknown {
  const bounds = checkBounds(bytes)
  if (!bounds.ok) throw new Problem('too-complex', { errors: [{ detail: bounds.error }] })
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch (error) {
    throw new Problem('not-json', { detail: (error as SyntaxError).message })
  }
}

/** Puzzles that came in together, and how they were written. */
export interface SubmittedPuzzles {
  readonly puzzles: Puzzles | PackedGrids
  readonly format: string
}

/** The puzzles in a body that is no JSON; in a text, of any format where none is named. */
export function puzzlesIn({ kind, bytes }: Body, how: ReadOptions): SubmittedPuzzles {
  if (kind === 'packed') {
    const grids = PackedGrids.checked(bytes)
    if (!grids.ok) throw new Problem('invalid-request', { errors: [{ detail: grids.error }] })
    return { puzzles: grids.value, format: kind }
  }
  const read = readPuzzles(bytes, { ...how, most: MAX_PUZZLES })
  if (read.ok) return read.value
  const { reason, isOver } = read.error
  throw new Problem(isOver ? 'too-many-puzzles' : 'invalid-request', { errors: [{ detail: reason }] })
}

/**
 * How many of a body's puzzles go into each chunk.
 *
 * @param kind in JSON, errors point to its `puzzles`
 */
export function chunkSizeOf(
  { count, notes }: SubmittedPuzzles['puzzles'],
  options: JobOptions,
  kind: Body['kind'],
): number {
  const refused = (problem: 'invalid-request' | 'too-many-puzzles', detail: string) =>
    new Problem(problem, {
      errors: [kind === 'json' ? { pointer: '#/puzzles', detail } : { detail: `the body: ${detail}` }],
    })
  if (count === 0) throw refused('invalid-request', 'expected at least one puzzle')
  const tooMany = (most: number, which: string) =>
    refused('too-many-puzzles', `found ${count} puzzles${which}, expected at most ${most}`)
  if (count > MAX_PUZZLES) throw tooMany(MAX_PUZZLES, '')
  const perChunk = puzzlesPerChunk(options, { count, notes })
  const most = perChunk * MAX_CHUNKS
  if (count > most) throw tooMany(most, ` of so many cells, looking for ${options.solutions} solutions`)
  return perChunk
}
