/** Base64, in which most of a large item comes, is longer than its bytes by a third. */
const BASE64 = 3 / 4
const UNIT_BYTES = 1024

/**
 * The write units that a table takes: so many a second, and no more than those of a second at once. DynamoDB counts them as
 * it has written, so that a large write goes through where any unit is left, and what comes after it waits.
 */
export class WriteUnits {
  readonly perS: number
  /** Writes that went through, and those that were turned away. */
  readonly counts = { taken: 0, refused: 0 }
  #left: number
  #at = performance.now()

  constructor(perS: number) {
    this.perS = perS
    this.#left = perS
  }

  /**
   * Whether the table takes a request; those that write nothing it always does.
   *
   * @param target e.g. `DynamoDB_20120810.PutItem`
   */
  take(target: string, body: Buffer): boolean {
    if (!/\.(Put|Update|Delete)Item$/.test(target)) return true
    const units = target.endsWith('.PutItem') ? Math.ceil((body.length * BASE64) / UNIT_BYTES) : 1
    const now = performance.now()
    this.#left = Math.min(this.perS, this.#left + ((now - this.#at) / 1000) * this.perS)
    this.#at = now
    const isIn = this.#left > 0
    if (isIn) this.#left -= units
    this.counts[isIn ? 'taken' : 'refused']++
    return isIn
  }
}
