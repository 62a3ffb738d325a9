/** A puzzle that cannot be worked on; says why: where, what came, what was expected. */
export class PuzzleError extends RangeError {
  override name = 'PuzzleError'
}
