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
