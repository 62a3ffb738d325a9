import { accept, type Checked, refuse } from '../../checked.ts'

/**
 * The formats of bytes. Each begins with four bytes, so that none is taken for another, nor for a version of it that
 * the reader does not know:
 *
 *     byte 0     magic: which format
 *     byte 1     version: raised with every change after which older code would misread the bytes
 *     bytes 2–3  0xff 0xff, so that a count of puzzles or a text is not taken for a signature
 *
 * `docs/decisions/007` says how a format is changed once something was deployed.
 */
export const BYTE_FORMATS = {
  'packed puzzles': { magic: 0xd1, version: 1 },
  'packed results': { magic: 0xd2, version: 1 },
  'frames of results': { magic: 0xd3, version: 1 },
  'lines of puzzles': { magic: 0xd4, version: 1 },
} as const satisfies Record<string, { readonly magic: number; readonly version: number }>
type ByteFormat = keyof typeof BYTE_FORMATS

export const SIGNATURE_BYTES = 4
const MARK = 0xff

export class VersionError extends Error {
  override name = 'VersionError'
  /** Whether it was written by newer code than this: to be kept then, for code as new can read it. */
  readonly isNewer: boolean

  /** @param what the name of the format */
  constructor(what: string, found: number, expected: number) {
    super(`${what}: found version ${found}, expected version ${expected}`)
    this.isNewer = found > expected
  }
}

/**
 * Refuses a message that says another version than this code reads.
 *
 * @throws {VersionError} where code of another version made it, and an Error where it says none
 */
export function assertVersion(what: string, found: unknown, expected: number): void {
  if (found === expected) return
  if (typeof found === 'number') throw new VersionError(what, found, expected)
  throw new Error(`${what}: found no version, expected version ${expected}`)
}

/** The signature of a format, and behind it numbers of 4 bytes each, little-endian. */
export function headOf(format: ByteFormat, ...numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const { magic, version } = BYTE_FORMATS[format]
  const head = new Uint8Array(Uint32Array.of(0, ...numbers).buffer)
  head.set([magic, version, MARK, MARK])
  return head
}

/** Whether bytes begin as those of a format do, in the version that this code reads; or why they are not read. */
export function checkSignature(bytes: Uint8Array, format: ByteFormat): Checked<void, Error> {
  if (bytes.length < SIGNATURE_BYTES) {
    return refuse(new Error(`${format}: found ${bytes.length} bytes, expected at least ${SIGNATURE_BYTES}`))
  }
  const [magic, version, ...marks] = bytes.subarray(0, SIGNATURE_BYTES)
  const expected = BYTE_FORMATS[format]
  if (magic !== expected.magic || marks.some((byte) => byte !== MARK)) {
    const known = Object.entries(BYTE_FORMATS).find(([, other]) => other.magic === magic)
    const found = known ? `${known[0]} (${hex(magic)})` : `bytes that begin with ${hex(magic)}`
    return refuse(new Error(`found ${found}, expected ${format} (${hex(expected.magic)})`))
  }
  return version === expected.version ? accept() : refuse(new VersionError(format, version, expected.version))
}

/**
 * The same of bytes that our own code wrote.
 *
 * @throws {VersionError} where code of another version did
 */
export function assertSignature(bytes: Uint8Array, format: ByteFormat): void {
  const checked = checkSignature(bytes, format)
  if (!checked.ok) throw checked.error
}

function hex(byte: number): string {
  return `0x${byte.toString(16).padStart(2, '0')}`
}

export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>
  length = 0

  constructor(expected: number) {
    this.bytes = new Uint8Array(expected)
  }

  /** Makes room for so many more; to be written at `length`, which the writer then moves on. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count))
    larger.set(this.bytes.subarray(0, this.length))
    this.bytes = larger
  }

  byte(value: number): void {
    this.reserve(1)
    this.bytes[this.length++] = value
  }

  /** A whole number below 2^53, seven bits a byte, the lowest first. */
  number(value: number): void {
    this.reserve(8)
    let left = value
    while (left > 127) {
      this.bytes[this.length++] = (left % 128) | 128
      left = Math.floor(left / 128)
    }
    this.bytes[this.length++] = left
  }

  /** As UTF-8. */
  text(text: string): void {
    const most = text.length * 3
    this.reserve(most)
    this.length += encoder.encodeInto(text, this.bytes.subarray(this.length, this.length + most)).written
  }

  written(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(0, this.length)
  }
}

const encoder = new TextEncoder()

/** Reads what a {@link ByteWriter} wrote; throws a RangeError where bytes are missing, as in damaged ones. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    this.skip(1)
    return this.bytes[this.at - 1]
  }

  number(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.byte()
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }

  skip(count: number): void {
    this.at += count
    if (this.at > this.bytes.length) throw new RangeError(`found ${this.bytes.length} bytes, expected ${this.at}`)
  }
}
