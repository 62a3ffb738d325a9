import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { MAX_PUZZLE_BYTES, packPuzzle, unpackPlain } from '../sudoku/packed-grid.ts'
import { PLAIN_CELLS } from '../sudoku/plain-grid.ts'
import { ByteWriter } from './bytes.ts'
import { type Note, Puzzles } from './puzzles.ts'

/**
 * Puzzles as they travel:
 *
 *     12 bytes   how many puzzles · plain grids · bytes of plain grids, 4 bytes each
 *     grids      11 bytes for the places of a grid's givens, half a byte for each given
 *     notes      deflated JSON, [[place, note], …]; nothing where there are none
 *
 * 28 bytes for a puzzle of 34 givens, where deflating the text takes 35 and five times as long.
 */
const HEAD_BYTES = 12

export function packPuzzles({ count, plain, notes }: Puzzles): Uint8Array {
  const plainCount = plain.length / PLAIN_CELLS
  const grids = new ByteWriter(HEAD_BYTES + plainCount * MAX_PUZZLE_BYTES)
  grids.length = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) {
    grids.length = packPuzzle(plain, at, grids.bytes, grids.length)
  }
  new Uint32Array(grids.bytes.buffer, 0, 3).set([count, plainCount, grids.length - HEAD_BYTES])
  if (notes.size === 0) return grids.written()
  return Buffer.concat([grids.written(), deflateRawSync(JSON.stringify([...notes]))])
}

/** The puzzles that {@link packPuzzles} packed. */
export function unpackPuzzles(bytes: Uint8Array): Puzzles {
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [count, plainCount, gridBytes] = [0, 4, 8].map((at) => view.getUint32(at, true))
  const plain = new Uint8Array(plainCount * PLAIN_CELLS)
  let from = HEAD_BYTES
  for (let at = 0; at < plain.length; at += PLAIN_CELLS) from = unpackPlain(bytes, from, plain, at)
  const notesAt = HEAD_BYTES + gridBytes
  const notes: [number, Note][] =
    notesAt < bytes.length ? JSON.parse(inflateRawSync(bytes.subarray(notesAt)).toString('utf8')) : []
  return new Puzzles(count, plain, new Map(notes))
}
