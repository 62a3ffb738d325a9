import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { accept, type Checked, isObject, refuse } from '../../checked.ts'
import {
  endOfPuzzle,
  hasSolution,
  isSolutionWhole,
  MAX_PUZZLE_BYTES,
  packPuzzle,
  packSolved,
  packText,
  unpackPlain,
  unpackSolved,
} from '../../sudoku/grid/packed-grid.ts'
import { PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { MAX_ID_LENGTH, MAX_PUZZLE_LENGTH } from '../limits.ts'
import { hasGrid, type PuzzleNote, Puzzles } from '../puzzles.ts'
import { assertSignature, ByteWriter, checkSignature, headOf, SIGNATURE_BYTES } from './byte-format.ts'

/**
 * Puzzles as they travel, to the service and from there to its workers:
 *
 *      4 bytes   signature
 *     12 bytes   how many puzzles · plain grids · bytes of plain grids, 4 bytes each, little-endian
 *     grids      11 bytes for the places of a grid's givens, half a byte for each given; or 21 with the solution that came
 *                with it, as `packed-grid.ts` draws them
 *      1 byte    1 where what follows is deflated, as it is but on its way to the service; nothing more where there is
 *                neither an id nor a note
 *     columns    JSON, {"ids": [id or null, …], "notes": [[place, note], …]}
 *
 * 28 bytes for a puzzle of 34 givens, where deflating the text takes 35 and five times as long.
 */
export const PUZZLES_TYPE = 'application/vnd.sudoku.puzzles'

const FORMAT = 'packed puzzles'
const COUNTS_BYTES = 12
export const HEAD_BYTES = SIGNATURE_BYTES + COUNTS_BYTES
/** The size of a plain puzzle of 34 givens; room for more is made when it is needed. */
const USUAL_BYTES = 28
const LF = 10
const CR = 13
/** How columns are written. */
const AS_IT_IS = 0
const DEFLATED = 1

interface Columns {
  readonly ids?: readonly (string | null | undefined)[]
  readonly notes?: readonly (readonly [number, PuzzleNote])[]
}

export function packPuzzles(puzzles: Puzzles): Uint8Array {
  const packed = packGrids(puzzles)
  const columns = columnsOf(puzzles)
  return columns ? Buffer.concat([packed, Uint8Array.of(DEFLATED), deflateRawSync(JSON.stringify(columns))]) : packed
}

/**
 * Packs puzzles for their way to the service, which reads them ten times as fast as their text; undefined where they go as
 * text, because some bring rules, or many are no plain grids.
 */
export function packBody(puzzles: Puzzles): Uint8Array | undefined {
  const { count, ids, notes } = puzzles
  if (notes.size * LEAST_PLAIN > count || ![...notes.values()].every(isNote) || !ids.every(isId)) return undefined
  const packed = packGrids(puzzles)
  const columns = columnsOf(puzzles)
  if (!columns) return packed
  const json = new TextEncoder().encode(JSON.stringify(columns))
  const body = new Uint8Array(packed.length + 1 + json.length)
  body.set(packed)
  body.set(json, packed.length + 1)
  return body
}

/** With more notes than one for so many puzzles, text in gzip is shorter. */
const LEAST_PLAIN = 16

function columnsOf({ ids, notes }: Puzzles): Columns | undefined {
  if (ids.length === 0 && notes.size === 0) return undefined
  return { ...(ids.length > 0 && { ids }), ...(notes.size > 0 && { notes: [...notes] }) }
}

/** The fields of a note that may come packed. Rules are read by the service. */
const NOTE_FIELDS = ['text', 'given', 'refused']

function isNote(note: unknown): note is PuzzleNote {
  const isField = ([name, value]: [string, unknown]) => NOTE_FIELDS.includes(name) && isText(value, MAX_PUZZLE_LENGTH)
  return isObject(note) && Object.entries(note).every(isField) && !('refused' in note && note.text === undefined)
}

function isId(id: unknown): id is string | null | undefined {
  return (id ?? undefined) === undefined || isText(id, MAX_ID_LENGTH)
}

/** What is no text in UTF-8 stays with the text that it came in. */
function isText(value: unknown, most: number): boolean {
  return typeof value === 'string' && value.length <= most && !/[\ufffd\p{Surrogate}]/u.test(value)
}

function packGrids({ count, plain, given }: Puzzles): Uint8Array {
  const plainCount = plain.length / PLAIN_CELLS
  const grids = new ByteWriter(HEAD_BYTES + plainCount * MAX_PUZZLE_BYTES)
  grids.length = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) {
    grids.length = hasGrid(given, at)
      ? packSolved(plain, given, at, grids.bytes, grids.length)
      : packPuzzle(plain, at, grids.bytes, grids.length)
  }
  return headed(grids.written(), count, plainCount)
}

/** Packs a text of plain grids alone, one a line, without reading it puzzle by puzzle; undefined where it is anything else. */
export function packLines(text: Uint8Array): Uint8Array | undefined {
  const grids = new ByteWriter(HEAD_BYTES + (text.length / PLAIN_CELLS) * USUAL_BYTES)
  grids.length = HEAD_BYTES
  let count = 0
  for (let at = 0, end = 0; at < text.length; at = end + 1) {
    const from = at
    end = at + PLAIN_CELLS
    if (text[end] === CR && text[end + 1] === LF) end++
    if (end !== text.length && text[end] !== LF) return undefined
    grids.reserve(MAX_PUZZLE_BYTES)
    const packedTo = packText(text, from, grids.bytes, grids.length)
    if (packedTo < 0) return undefined
    grids.length = packedTo
    count++
  }
  return headed(grids.written(), count, count)
}

/**
 * The puzzles that {@link packPuzzles} packed.
 *
 * @throws {VersionError} where code of another version packed them
 */
export function unpackPuzzles(bytes: Uint8Array): Puzzles {
  assertSignature(bytes, FORMAT)
  const { columnsAt } = countsIn(bytes)
  if (columnsAt >= bytes.length) return unpacked(bytes, {})
  return unpacked(bytes, JSON.parse(inflateRawSync(bytes.subarray(columnsAt + 1)).toString('utf8')))
}

function unpacked(bytes: Uint8Array, { ids = [], notes = [] }: Columns): Puzzles {
  const { count, plainCount } = countsIn(bytes)
  const plain = new Uint8Array(plainCount * PLAIN_CELLS)
  let given = new Uint8Array()
  let from = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) {
    if (hasSolution(bytes, from)) {
      if (given.length === 0) given = new Uint8Array(plain.length)
      from = unpackSolved(bytes, from, plain, given, at)
    } else from = unpackPlain(bytes, from, plain, at)
  }
  const named = ids.map((id) => id ?? undefined)
  return new Puzzles(count, plain, new Map(notes), given, named)
}

/**
 * Packed puzzles from outside, or what is wrong with them. Grids are known to be whole, their digits are not looked at.
 *
 * @param jsonIn reads JSON from outside
 */
export function packedBodyIn(bytes: Uint8Array, jsonIn: (json: Uint8Array) => unknown): Checked<Puzzles | PackedGrids> {
  const signed = checkSignature(bytes, FORMAT)
  if (!signed.ok) return refuse(signed.error.message)
  if (bytes.length < HEAD_BYTES) return refuse(`found ${bytes.length} bytes, expected at least ${HEAD_BYTES}`)
  const { count, plainCount, columnsAt } = countsIn(bytes)
  const grids = packedGridsIn(bytes.subarray(0, columnsAt), plainCount)
  if (!grids.ok || (columnsAt === bytes.length && count === plainCount)) return grids
  const columns = bytes[columnsAt] === AS_IT_IS ? jsonIn(bytes.subarray(columnsAt + 1)) : undefined
  if (areColumns(columns, count, plainCount)) return accept(unpacked(bytes, columns))
  return refuse('expected plain grids, with ids and notes that fit them: whatever else comes in a text or in JSON')
}

function areColumns(columns: unknown, count: number, plainCount: number): columns is Columns {
  if (!isObject(columns)) return false
  const { ids = [], notes = [], ...others } = columns
  if (!Array.isArray(ids) || !Array.isArray(notes) || Object.keys(others).length > 0) return false
  let next = 0
  const isNext = (item: unknown) => {
    const [place, note] = Array.isArray(item) ? item : []
    const isBehind = Number.isInteger(place) && place >= next && place < count
    next = place + 1
    return isBehind && isNote(note)
  }
  if (!notes.every(isNext) || ids.length > count || !ids.every(isId)) return false
  return count === plainCount + notes.filter(([, { text }]) => text !== undefined).length
}

/** Packed plain grids, which can be cut without being unpacked. */
export interface PackedGrids extends Pick<Puzzles, 'count' | 'ids' | 'notes'> {
  /** Runs of `size` grids each, the last one shorter, packed. */
  cut(size: number): Generator<Uint8Array, void>
}

/** So many grids behind a head, which came from outside. */
function packedGridsIn(bytes: Uint8Array, count: number): Checked<PackedGrids> {
  /** Where each begins, and where the last one ends. */
  const begins = new Uint32Array(Math.min(count, bytes.length) + 1)
  let at = HEAD_BYTES
  let found = 0
  begins[0] = at
  while (found < count && at < bytes.length) {
    if (hasSolution(bytes, at) && !isSolutionWhole(bytes, at)) return refuse(`expected a solved grid at byte ${at}`)
    at = endOfPuzzle(bytes, at)
    begins[++found] = at
  }
  if (found < count || at !== bytes.length)
    return refuse(`expected ${count} grids, found ${at < bytes.length ? 'more' : 'fewer'}`)
  function* cut(size: number): Generator<Uint8Array, void> {
    for (let place = 0; place < count; place += size) {
      const end = Math.min(count, place + size)
      const grids = bytes.subarray(begins[place], begins[end])
      const run = new Uint8Array(HEAD_BYTES + grids.length)
      run.set(grids, HEAD_BYTES)
      yield headed(run, end - place, end - place)
    }
  }
  return accept({ count, ids: [], notes: new Map(), cut })
}

/** Grids with their head in front, for which they have left room. */
function headed(grids: Uint8Array, count: number, plainCount: number): Uint8Array {
  grids.set(headOf(FORMAT, count, plainCount, grids.length - HEAD_BYTES))
  return grids
}

function countsIn(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + SIGNATURE_BYTES, COUNTS_BYTES)
  const [count, plainCount, gridBytes] = [0, 4, 8].map((at) => view.getUint32(at, true))
  return { count, plainCount, columnsAt: HEAD_BYTES + gridBytes }
}
