import { MAX_ID_LENGTH, MAX_PUZZLE_LENGTH } from '../job/limits.ts'
import type { Entry } from '../job/puzzles.ts'

/** A puzzle with what came beside it; nothing came where that is empty. */
export function entryWith(text: string, id: string, solution: string): Entry {
  if (id.length > MAX_ID_LENGTH) {
    return { text, refused: `id: found ${id.length} characters, expected at most ${MAX_ID_LENGTH}` }
  }
  if (solution.length > MAX_PUZZLE_LENGTH) {
    const refused = `solution: found ${solution.length} characters, expected at most ${MAX_PUZZLE_LENGTH}`
    return id === '' ? { text, refused } : { text, id, refused }
  }
  if (id === '') return solution === '' ? { text } : { text, given: solution }
  return solution === '' ? { text, id } : { text, id, given: solution }
}
