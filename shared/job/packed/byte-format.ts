import { accept, type Checked, refuse } from '../../checked.ts'

/**
 * The formats of bytes. Each begins with four bytes, so that none is taken for another, nor for a version of it that
 * the reader does not know:
 *
 *     byte 0     magic: which format
 *     byte 1     version: raised with every change after which older code would misread the bytes
 *     bytes 2–3  0xff 0xff
 *
 * Before there were versions, each began with a number of four bytes, little-endian: how many puzzles, how many
 * results, or a line. None came near 0xffff0000, so the last two bytes tell such a layout, which is version 0 here.
 * `docs/decisions/021` says how a format is changed, and how long old versions are read.
 */
export const BYTE_FORMATS = {
  'packed puzzles': { magic: 0xd1, version: 2 },
  'packed results': { magic: 0xd2, version: 4 },
  'frames of results': { magic: 0xd3, version: 2 },
  'lines of puzzles': { magic: 0xd4, version: 1 },
} as const satisfies Record<string, { readonly magic: number; readonly version: number }>
type ByteFormat = keyof typeof BYTE_FORMATS

export const SIGNATURE_BYTES = 4
const MARK = 0xff

/** Something is of a version that this code does not read: newer than it, mostly. */
export class VersionError extends Error {
  override name = 'VersionError'
  /** Whether it was written by newer code than this: to be kept then, for code as new can read it. */
  readonly isNewer: boolean

  /** @param what the name of the format */
  constructor(what: string, found: number, expected: number) {
    super(`${what}: found ${found === 0 ? 'no version' : `version ${found}`}, expected version ${expected}`)
    this.isNewer = found > expected
  }
}

/**
 * Writes how bytes of a format begin.
 *
 * @param version an earlier one, where code that knows no later one would not misread these bytes
 */
export function sign(bytes: Uint8Array, format: ByteFormat, version: number = BYTE_FORMATS[format].version): void {
  bytes.set([BYTE_FORMATS[format].magic, version, MARK, MARK])
}

/** The version of some bytes of a format, 0 where they are from before there were versions; or why they are not read. */
export function versionIn(bytes: Uint8Array, format: ByteFormat): Checked<number, Error> {
  if (bytes.length < SIGNATURE_BYTES) {
    return refuse(new Error(`${format}: found ${bytes.length} bytes, expected at least ${SIGNATURE_BYTES}`))
  }
  const [magic, version, ...marks] = bytes.subarray(0, SIGNATURE_BYTES)
  if (marks.some((byte) => byte !== MARK)) return accept(0)
  const expected = BYTE_FORMATS[format]
  if (magic !== expected.magic) {
    return refuse(new Error(`found ${nameOf(magic)}, expected ${format} (${hex(expected.magic)})`))
  }
  // No version that began with a signature was 0.
  const isKnown = version > 0 && version <= expected.version
  return isKnown ? accept(version) : refuse(new VersionError(format, version, expected.version))
}

/**
 * The same of bytes that our own code wrote.
 *
 * @throws {VersionError} where newer code did
 */
export function versionOf(bytes: Uint8Array, format: ByteFormat): number {
  const version = versionIn(bytes, format)
  if (!version.ok) throw version.error
  return version.value
}

function nameOf(magic: number): string {
  const known = Object.entries(BYTE_FORMATS).find(([, format]) => format.magic === magic)
  return known ? `${known[0]} (${hex(magic)})` : `bytes that begin with ${hex(magic)}`
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`
}
