import { type CandidateGrid, ROW } from './candidate-grid.ts'

/** The places of each digit, by rows, when a search for something of that digit alone found nothing. */
export class PlacesInVain {
  readonly #places = new Uint16Array(81)

  /** Whether a digit has just these places, so that it need not be searched again. */
  has({ placesOf }: CandidateGrid, digit: number): boolean {
    for (let row = 0; row < 9; row++) {
      if (placesOf[(ROW * 9 + row) * 9 + digit] !== this.#places[digit * 9 + row]) return false
    }
    return true
  }

  note({ placesOf }: CandidateGrid, digit: number): void {
    for (let row = 0; row < 9; row++) this.#places[digit * 9 + row] = placesOf[(ROW * 9 + row) * 9 + digit]
  }
}
