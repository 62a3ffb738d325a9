import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { PartBody } from '../shared/client/upload.ts'
import type { Part } from '../shared/input/parts.ts'
import { PUZZLES_TYPE, packLines } from '../shared/job/packed/packed-puzzles.ts'

/** A part as it is sent: plain puzzles as the service would pack them, a third of the text; gzipped where there is anything else among them. */
export async function partBody({ bytes, format }: Part): Promise<PartBody> {
  const packed = format === 'lines' ? packLines(bytes) : undefined
  if (packed) return { bytes: packed, how: { type: PUZZLES_TYPE } }
  return { bytes: await promisify(gzip)(bytes), how: { format, encoding: 'gzip' } }
}
