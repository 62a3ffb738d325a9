import { type CandidateGrid, CELL_AT, CELLS, LOWEST, PLACE_IN, UNIT_OF } from './candidate-grid.ts'

/** The places of one digit in each unit while one of them is assumed, or is not: a quick look at what becomes of it. */
export class DigitPlaces {
  readonly #places = new Uint16Array(27)
  /** Cells that have become the last place of a unit. */
  readonly #last = new Uint8Array(CELLS * 3)
  #count = 0

  /** Whether a unit would be left without a place for the digit. */
  contradicts({ placesOf }: CandidateGrid, candidate: number, isOn: boolean): boolean {
    const cell = (candidate / 9) | 0
    const digit = candidate % 9
    for (let unit = 0; unit < 27; unit++) this.#places[unit] = placesOf[unit * 9 + digit]
    this.#count = 0
    if (isOn ? this.#takeOthers(cell) : this.#remove(cell)) return true
    while (this.#count > 0) if (this.#takeOthers(this.#last[--this.#count])) return true
    return false
  }

  /** @returns whether a unit is left without a place */
  #takeOthers(cell: number): boolean {
    for (let at = cell * 3; at < cell * 3 + 3; at++) {
      const unit = UNIT_OF[at]
      for (let rest = this.#places[unit] & ~(1 << PLACE_IN[at]); rest; rest &= rest - 1) {
        if (this.#remove(CELL_AT[unit * 9 + LOWEST[rest]])) return true
      }
    }
    return false
  }

  /** @returns whether a unit is left without a place */
  #remove(cell: number): boolean {
    for (let at = cell * 3; at < cell * 3 + 3; at++) {
      const unit = UNIT_OF[at]
      const places = this.#places[unit] & ~(1 << PLACE_IN[at])
      this.#places[unit] = places
      if (places === 0) return true
      if ((places & (places - 1)) === 0) this.#last[this.#count++] = CELL_AT[unit * 9 + LOWEST[places]]
    }
    return false
  }
}
