import { setWord } from './bytes.as'

// The steps of a search, written down for an observer. A word has, from the lowest bit on, two bits for the kind, eleven
// for the cell, six for the digit, and six for how many digits a guess could choose from.

export const PLACE: u32 = 0
export const INFER: u32 = 1
export const UNDO: u32 = 2

/** How many words are written; the reader sets it back. */
export let logged: u32 = 0

export function log(at: usize, kind: u32, cell: u32, digit: u32, alternatives: u32): void {
  setWord(at, logged++, kind | (cell << 2) | (digit << 13) | (alternatives << 19))
}
