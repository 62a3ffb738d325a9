import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { accept, type Checked, refuse } from '../../shared/checked.ts'
import { encodingOf, utf8Of } from '../../shared/input/encoding.ts'
import { mediaTypesOf, type ReadOptions, readPuzzles, SYNTAXES } from '../../shared/input/input-format.ts'
import { puzzlesPerChunk } from '../../shared/job/chunks/chunk.ts'
import type { JobOptions } from '../../shared/job/job.ts'
import * as limits from '../../shared/job/limits.ts'
import { type PackedGrids, PUZZLES_TYPE, packedBodyIn } from '../../shared/job/packed/packed-puzzles.ts'
import { type LineNumbers, linesFrom, type Puzzles } from '../../shared/job/puzzles.ts'
import { GZIP_TYPE, isTextBody, payloadBytes } from '../../shared/protocol/body-encoding.ts'
import { Problem } from './problem.ts'

/** A body as it came in, unpacked. */
export interface Body {
  readonly bytes: Uint8Array
  readonly kind: 'json' | 'text' | 'packed'
  /** SHA-256 in base64url. */
  readonly digest: string
}

const KINDS: ReadonlyMap<string, Body['kind']> = new Map([
  ['application/json', 'json'],
  ...Object.values(SYNTAXES).flatMap((syntax) => mediaTypesOf(syntax).map((type) => [type, 'text'] as const)),
  [GZIP_TYPE, 'text'],
  [PUZZLES_TYPE, 'packed'],
])

/** Refuses a body that would not get here through API Gateway, or only just. It is in memory: Lambda hands it over whole. */
export const limitedBody: MiddlewareHandler = async (c, next) => {
  const body = new Uint8Array(await c.req.arrayBuffer())
  const isText = isTextBody(c.req.header('content-type'), c.req.header('content-encoding'))
  const most = isText ? limits.MAX_TEXT_BODY_BYTES : limits.MAX_BINARY_BODY_BYTES
  if (body.length > most) {
    const why = isText ? '' : ' of this form, as it travels in base64'
    throw new Problem('too-large', { detail: `expected at most ${most} bytes${why}` })
  }
  const bytes = payloadBytes(body, isText)
  if (bytes > limits.MAX_BODY_PAYLOAD_BYTES) {
    const detail = `expected at most ${limits.MAX_BODY_PAYLOAD_BYTES} bytes, with line ends and quotes counted twice`
    throw new Problem('too-large', { detail })
  }
  await next()
}

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
  const mangled =
    kind === 'packed' ? undefined : MANGLED.find(({ begins }) => begins.every((byte, i) => raw[i] === byte))
  if (mangled) throw new Problem(mangled.problem, { detail: mangled.detail })
  // Files are sent as they are, and what a file is packed with is no header that somebody thinks of.
  const sent = encoding === 'gzip' || mediaType === GZIP_TYPE ? await unpacked(raw) : raw
  const bytes = kind !== 'packed' && encodingOf(sent) === 'gzip' ? await unpacked(sent) : sent
  return { bytes, kind, digest: createHash('sha256').update(bytes).digest('base64url') }
}

/** U+FFFD, which API Gateway puts in the place of each byte that is no UTF-8 where a media type says text. */
const LOST = [0xef, 0xbf, 0xbd]

/** The beginning of files that were lost on the way, so that nobody can read them. */
const MANGLED = [
  {
    begins: [0x1f, ...LOST],
    problem: 'invalid-gzip',
    detail: `found gzip that was taken for text on its way, expected content-type: ${GZIP_TYPE}`,
  },
  {
    begins: [...LOST, ...LOST],
    problem: 'unsupported-media-type',
    detail:
      'found text that is neither UTF-8 nor ASCII, as UTF-16 with a byte order mark is, expected UTF-8, or the text in gzip, with content-encoding: gzip',
  },
] as const

async function unpacked(raw: Uint8Array): Promise<Uint8Array> {
  try {
    return await promisify(gunzip)(raw, { maxOutputLength: limits.MAX_UNPACKED_BYTES })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_BUFFER_TOO_LARGE') throw new Problem('invalid-gzip', { detail: message })
    throw new Problem('too-large-unpacked', { detail: `expected at most ${limits.MAX_UNPACKED_BYTES} bytes unpacked` })
  }
}

export function jsonIn({ bytes }: Pick<Body, 'bytes'>): unknown {
  const text = utf8Of(bytes)
  const bounds = checkBounds(text)
  if (!bounds.ok) throw new Problem('too-complex', { errors: [{ detail: bounds.error }] })
  const json = new TextDecoder().decode(text)
  // API Gateway puts it in the place of bytes that are no UTF-8: names in Latin-1 would all become the same.
  if (json.includes('\ufffd'))
    throw new Problem('not-json', { detail: 'found U+FFFD, as in the place of bytes that are no UTF-8' })
  const half = halfCharacterIn(json)
  if (half) throw new Problem('not-json', { detail: `found half a character: ${half}` })
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new Problem('not-json', { detail: (error as SyntaxError).message })
  }
}

/** The escape of a surrogate without the other one, which could be told from no other such half once it is UTF-8. */
function halfCharacterIn(json: string): string | undefined {
  // What is left is without pairs, and without escapes of others, of which a backslash may be one.
  const left = json.replaceAll(/\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\(?!ud[89a-f])./gi, '')
  return /\\ud[89a-f][\da-f]{2}/i.exec(left)?.[0]
}

/** Puzzles that came in together, and how they were written. */
export interface SubmittedPuzzles {
  readonly puzzles: Puzzles | PackedGrids
  readonly format: string
  readonly lines?: LineNumbers | undefined
}

/**
 * The puzzles in a body that is no JSON; in a text, of any format where none is named.
 *
 * @param line of its file that the body's first line is, where that is known; packed puzzles took a line each
 */
export function puzzlesIn(
  { kind, bytes }: Body,
  line: number | undefined,
  how: Pick<ReadOptions, 'size' | 'format'>,
): SubmittedPuzzles {
  if (kind === 'packed') {
    const read = packedBodyIn(bytes, (json) => jsonIn({ bytes: json }))
    if (!read.ok) throw new Problem('invalid-request', { errors: [{ detail: read.error }] })
    const lines = line === undefined ? undefined : new Float64Array(read.value.count).map((_, i) => line + i)
    return { puzzles: read.value, format: kind, lines }
  }
  const read = readPuzzles(bytes, { ...how, most: limits.MAX_PUZZLES })
  if (read.ok) {
    const { lines } = read.value
    return { ...read.value, lines: lines && line !== undefined ? linesFrom(lines, line) : undefined }
  }
  const { reason, limit = 'invalid-request' } = read.error
  throw new Problem(limit, { errors: [{ detail: reason }] })
}

/**
 * How many of a body's puzzles go into each chunk.
 *
 * @param kind in JSON, errors point to its `puzzles`
 */
export function chunkSizeOf(puzzles: Puzzles | PackedGrids, options: JobOptions, kind: Body['kind']): number {
  const { count } = puzzles
  const refused = (problem: 'invalid-request' | 'too-many-puzzles', detail: string) =>
    new Problem(problem, {
      errors: [kind === 'json' ? { pointer: '#/puzzles', detail } : { detail: `the body: ${detail}` }],
    })
  if (count === 0) throw refused('invalid-request', 'expected at least one puzzle')
  const tooMany = (most: number, which: string) =>
    refused('too-many-puzzles', `found ${count} puzzles${which}, expected at most ${most}`)
  if (count > limits.MAX_PUZZLES) throw tooMany(limits.MAX_PUZZLES, '')
  const perChunk = puzzlesPerChunk(options, puzzles)
  const most = perChunk * limits.MAX_CHUNKS
  if (count > most) throw tooMany(most, ' of so many cells, with what is asked of each')
  return perChunk
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Refuses a JSON text of a shape that no request needs and that would take long to parse; what is no JSON may pass. */
export function checkBounds(json: Uint8Array): Checked<void> {
  const members = new Uint32Array(limits.MAX_JSON_DEPTH + 1)
  let depth = 0
  let containers = 0
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case QUOTE:
        at = closingQuote(json, at)
        break
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++depth > limits.MAX_JSON_DEPTH)
          return refuse(`nested deeper than ${limits.MAX_JSON_DEPTH} at byte ${at + 1}`)
        if (++containers > limits.MAX_JSON_CONTAINERS)
          return refuse(`found more than ${limits.MAX_JSON_CONTAINERS} arrays and objects`)
        members[depth] = 0
        break
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        if (--depth < 0) return accept()
        break
      case COLON:
        if (++members[depth] > limits.MAX_JSON_MEMBERS)
          return refuse(`an object has more than ${limits.MAX_JSON_MEMBERS} members at byte ${at + 1}`)
    }
  }
  return accept()
}

/** Where a string ends that begins at a place; the end of the text where it does not. */
function closingQuote(json: Uint8Array, at: number): number {
  for (let end = at; ; ) {
    end = json.indexOf(QUOTE, end + 1)
    if (end < 0) return json.length
    let escapes = 0
    while (json[end - 1 - escapes] === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
}
