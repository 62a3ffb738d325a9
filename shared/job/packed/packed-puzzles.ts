import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { accept, type Checked, refuse } from '../../checked.ts'
import { endOfPuzzle, MAX_PUZZLE_BYTES, packPuzzle, packText, unpackPlain } from '../../sudoku/grid/packed-grid.ts'
import { PLAIN_CELLS } from '../../sudoku/grid/plain-grid.ts'
import { type PuzzleNote, Puzzles } from '../puzzles.ts'
import { assertSignature, checkSignature, SIGNATURE_BYTES, sign } from './byte-format.ts'
import { ByteWriter } from './bytes.ts'

/**
 * Puzzles as they travel, to the service and from there to its workers:
 *
 *      4 bytes   signature
 *     12 bytes   how many puzzles · plain grids · bytes of plain grids, 4 bytes each, little-endian
 *     grids      11 bytes for the places of a grid's givens, half a byte for each given
 *     notes      deflated JSON, [[place, note], …]; nothing where no puzzle has a note
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

export function packPuzzles({ count, plain, notes }: Puzzles): Uint8Array {
  const plainCount = plain.length / PLAIN_CELLS
  const grids = new ByteWriter(HEAD_BYTES + plainCount * MAX_PUZZLE_BYTES)
  grids.length = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) {
    grids.length = packPuzzle(plain, at, grids.bytes, grids.length)
  }
  const packed = headed(grids.written(), count, plainCount)
  return notes.size === 0 ? packed : Buffer.concat([packed, deflateRawSync(JSON.stringify([...notes]))])
}

/** Packs a text of plain grids alone, one a line, without reading it puzzle by puzzle; undefined where it is anything else. */
export function packLines(text: Uint8Array): Uint8Array | undefined {
  const grids = new ByteWriter(HEAD_BYTES + (text.length / PLAIN_CELLS) * USUAL_BYTES)
  grids.length = HEAD_BYTES
  let count = 0
  for (let at = 0; at < text.length; at += PLAIN_CELLS + 1) {
    const end = at + PLAIN_CELLS
    const isLine = end === text.length || text[end] === LF
    if (!isLine) return undefined
    grids.reserve(MAX_PUZZLE_BYTES)
    const packedTo = packText(text, at, grids.bytes, grids.length)
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
  const { count, plainCount, notesAt } = headOf(bytes)
  const plain = new Uint8Array(plainCount * PLAIN_CELLS)
  let from = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) from = unpackPlain(bytes, from, plain, at)
  const notes: [number, PuzzleNote][] =
    notesAt < bytes.length ? JSON.parse(inflateRawSync(bytes.subarray(notesAt)).toString('utf8')) : []
  return new Puzzles(count, plain, new Map(notes))
}

/** Packed plain grids, which can be cut without being unpacked. */
export class PackedGrids {
  readonly count: number
  /** No notes. */
  readonly notes: ReadonlyMap<number, PuzzleNote> = new Map()
  readonly #bytes: Uint8Array

  private constructor(count: number, bytes: Uint8Array) {
    this.count = count
    this.#bytes = bytes
  }

  /** Packed puzzles from outside, or what is wrong with them. Grids are known to be whole, their digits are not looked at. */
  static checked(bytes: Uint8Array): Checked<PackedGrids> {
    const signed = checkSignature(bytes, FORMAT)
    if (!signed.ok) return refuse(signed.error.message)
    if (bytes.length < HEAD_BYTES) return refuse(`found ${bytes.length} bytes, expected at least ${HEAD_BYTES}`)
    const { count, plainCount, notesAt } = headOf(bytes)
    if (count !== plainCount || notesAt !== bytes.length) {
      return refuse('expected plain grids alone: whatever else comes in a text or in JSON')
    }
    const grids = new PackedGrids(count, bytes)
    const end = grids.#end(HEAD_BYTES, count)
    if (end === bytes.length) return accept(grids)
    return refuse(`expected ${count} grids, found ${end < bytes.length ? 'more' : 'fewer'}`)
  }

  /** Runs of `size` grids each, the last one shorter, packed. */
  *cut(size: number): Generator<Uint8Array, void> {
    let from = HEAD_BYTES
    for (let place = 0; place < this.count; place += size) {
      const count = Math.min(size, this.count - place)
      const end = this.#end(from, count)
      const run = new Uint8Array(HEAD_BYTES + end - from)
      run.set(this.#bytes.subarray(from, end), HEAD_BYTES)
      yield headed(run, count, count)
      from = end
    }
  }

  /** Where so many grids end that begin at a place. */
  #end(from: number, count: number): number {
    let at = from
    for (let i = 0; i < count && at <= this.#bytes.length; i++) at = endOfPuzzle(this.#bytes, at)
    return at
  }
}

/** Grids with their head in front, for which they have left room. */
function headed(grids: Uint8Array, count: number, plainCount: number): Uint8Array {
  sign(grids, FORMAT)
  const counts = [count, plainCount, grids.length - HEAD_BYTES]
  new Uint32Array(grids.buffer, grids.byteOffset + SIGNATURE_BYTES, counts.length).set(counts)
  return grids
}

function headOf(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + SIGNATURE_BYTES, COUNTS_BYTES)
  const [count, plainCount, gridBytes] = [0, 4, 8].map((at) => view.getUint32(at, true))
  return { count, plainCount, notesAt: HEAD_BYTES + gridBytes }
}
