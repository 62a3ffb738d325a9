import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { accept, type Checked, refuse } from '../../checked.ts'
import { endOfPuzzle, MAX_PUZZLE_BYTES, packPuzzle, unpackPlain } from '../../sudoku/packed-grid.ts'
import { PLAIN_CELLS } from '../../sudoku/plain-grid.ts'
import { type Note, Puzzles } from '../puzzles.ts'
import { ByteWriter } from './bytes.ts'
import { HEAD_BYTES, headed } from './packed-lines.ts'

/**
 * Puzzles as they travel:
 *
 *     12 bytes   how many puzzles · plain grids · bytes of plain grids, 4 bytes each
 *     grids      11 bytes for the places of a grid's givens, half a byte for each given
 *     notes      deflated JSON, [[place, note], …]; nothing where there are none
 *
 * 28 bytes for a puzzle of 34 givens, where deflating the text takes 35 and five times as long.
 */
export function packPuzzles({ count, plain, notes }: Puzzles): Uint8Array {
  const plainCount = plain.length / PLAIN_CELLS
  const grids = new ByteWriter(HEAD_BYTES + plainCount * MAX_PUZZLE_BYTES)
  grids.length = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) {
    grids.length = packPuzzle(plain, at, grids.bytes, grids.length)
  }
  const packed = headed(grids, count, plainCount)
  return notes.size === 0 ? packed : Buffer.concat([packed, deflateRawSync(JSON.stringify([...notes]))])
}

/** The puzzles that {@link packPuzzles} packed; they have to be. */
export function unpackPuzzles(bytes: Uint8Array): Puzzles {
  const { count, plainCount, notesAt } = headOf(bytes)
  const plain = new Uint8Array(plainCount * PLAIN_CELLS)
  let from = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) from = unpackPlain(bytes, from, plain, at)
  const notes: [number, Note][] =
    notesAt < bytes.length ? JSON.parse(inflateRawSync(bytes.subarray(notesAt)).toString('utf8')) : []
  return new Puzzles(count, plain, new Map(notes))
}

/** Packed plain grids, which can be cut without being unpacked. */
export class PackedGrids {
  readonly count: number
  /** There are none. */
  readonly notes: ReadonlyMap<number, Note> = new Map()
  readonly #bytes: Uint8Array

  private constructor(count: number, bytes: Uint8Array) {
    this.count = count
    this.#bytes = bytes
  }

  /** Packed puzzles from outside. Grids are known to be whole, their digits are not looked at. */
  static checked(bytes: Uint8Array): Checked<PackedGrids> {
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
      new Uint32Array(run.buffer, 0, 3).set([count, count, end - from])
      run.set(this.#bytes.subarray(from, end), HEAD_BYTES)
      yield run
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

function headOf(bytes: Uint8Array): { count: number; plainCount: number; notesAt: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [count, plainCount, gridBytes] = [0, 4, 8].map((at) => view.getUint32(at, true))
  return { count, plainCount, notesAt: HEAD_BYTES + gridBytes }
}
