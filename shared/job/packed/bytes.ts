/** Bytes that grow as they are written. */
export class ByteWriter {
  bytes: Uint8Array
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

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  written(): Uint8Array {
    return this.bytes.subarray(0, this.length)
  }
}

const encoder = new TextEncoder()

/** Reads what a {@link ByteWriter} wrote. */
export class ByteReader {
  readonly bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  byte(): number {
    return this.bytes[this.at++]
  }

  number(): number {
    let value = 0
    for (let unit = 1; ; unit *= 128) {
      const byte = this.bytes[this.at++]
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
  }
}
