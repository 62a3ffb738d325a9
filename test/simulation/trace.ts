/** The events of a history, line by line: always as a hash, in words where they are asked for. */
export class Trace {
  readonly lines: string[] = []
  readonly #isKept: boolean
  #hash = 0x811c9dc5

  constructor(isKept: boolean) {
    this.#isKept = isKept
  }

  /** @param atMs since the history began */
  add(atMs: number, line: string): void {
    // FNV-1a.
    let hash = Math.imul(this.#hash ^ atMs, 0x01000193)
    for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193)
    this.#hash = hash
    if (this.#isKept) this.lines.push(`${(atMs / 1000).toFixed(3).padStart(10)} s  ${line}`)
  }

  get hash(): string {
    return (this.#hash >>> 0).toString(16).padStart(8, '0')
  }
}
