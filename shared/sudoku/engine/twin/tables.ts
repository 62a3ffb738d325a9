// The words that the twin works on.
//
// The kernel keeps a set of digits for each cell and works on all cells at once. Plain integers have no lanes for that, so the twin
// keeps a set of cells for each digit, and looks again only at digits that have changed. Inference runs until nothing changes, and
// what is left then does not depend on the order, so both come to the same grids.
//
// Word 3 digit + stack: the cells of a stack (three columns) where the digit may stand, 27 bits, bit 9 column + row:
//
//     rows of column 2  rows of column 1  rows of column 0         a box in it: three bits in each column
//    |876 543 210      |876 543 210      |876 543 210|
//
// Cell number 27 stack + 9 column + row: down the columns, as the kernel counts.

export const BAD = 0,
  STUCK = 1,
  DONE = 2
export const CELLS = 0x7ffffff // the 27 cells of a stack
export const COLUMNS = 0x40201 // times a set of rows: those rows in each column

// A search level: 27 words, the open cells of each stack, guesses below, digits to look at. After the levels: words for no digit.
export const LEVEL = 32,
  OPEN = 27,
  DEPTH = 30,
  CHANGED = 31
/** Levels of a search: a guess each, and the grid as given. */
export const LEVELS = 85
/**
 * The levels of the search that runs. There is one for all twins, which take turns with it: that V8 knows where it
 * lies and how long it is makes it 1.15 times as fast on hard puzzles as with an array handed to each function.
 */
export const grid = new Int32Array(LEVEL * LEVELS)
export const ways = new Int32Array(512),
  boxes = new Int32Array(512),
  kept = new Int32Array(512),
  lone = new Int32Array(512),
  loneRow = new Int32Array(512)

// ---- tables

// A digit stands once in each of the three columns of a stack and once in each of its three boxes: 3 x 3 bits, six ways.
// ways[m]: what of m is part of a way that lies within m. The same table serves a band: three stacks, three rows.
for (let m = 0; m < 512; m++)
  for (const [a, b, c] of [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]) {
    const way = (1 << a) | (8 << b) | (64 << c)
    if ((m & way) === way) ways[m] |= way
  }
// boxes[rows of a column]: the boxes touched. kept[3 columns x 3 boxes]: the cells of its ways; lone[]: of these, the cells whose box
// has only that column left. loneRow[rows]: those alone in their band, in each column.
const inBoxes = (m: number): number => (m & 1 ? 7 : 0) | (m & 2 ? 56 : 0) | (m & 4 ? 448 : 0)
for (let m = 0; m < 512; m++) {
  const w = ways[m]
  boxes[m] = (m & 7 ? 1 : 0) | (m & 56 ? 2 : 0) | (m & 448 ? 4 : 0)
  kept[m] = inBoxes(w & 7) | (inBoxes((w >> 3) & 7) << 9) | (inBoxes(w >> 6) << 18)
  for (let box = 0; box < 3; box++) {
    const column = (w >> box) & 0o111,
      rows = m & (7 << (3 * box))
    if ((column & (column - 1)) === 0) lone[m] |= kept[m] & (COLUMNS * (7 << (3 * box)))
    if ((rows & (rows - 1)) === 0) loneRow[m] |= COLUMNS * rows
  }
}
export const placeOf = new Uint8Array(81) // of a cell: its place in the text
export const rowOf = new Uint8Array(81),
  boxOf = new Uint8Array(81) // of a place in the text; boxes counted from 18
export const columnStack = new Uint8Array(81),
  placeBit = new Int32Array(81) // of a place in the text: its stack, its bit
for (let i = 0; i < 81; i++) {
  const row = (i / 9) | 0,
    column = i % 9,
    p = 9 * column + row
  placeOf[p] = i
  rowOf[i] = row
  boxOf[i] = 18 + 3 * ((row / 3) | 0) + ((column / 3) | 0)
  columnStack[i] = (p / 27) | 0
  placeBit[i] = 1 << (p % 27)
}
export const peers = new Int32Array(81 * 3) // of each cell, a word a stack
export const besides = new Int32Array(27) // of each cell of a stack, the cells outside its box, and itself
for (let p = 0; p < 81; p++)
  for (let q = 0; q < 81; q++) {
    const column = (p / 9) | 0,
      row = p % 9,
      c = (q / 9) | 0,
      r = q % 9
    const box = ((column / 3) | 0) === ((c / 3) | 0) && ((row / 3) | 0) === ((r / 3) | 0)
    if (p !== q && (column === c || row === r || box)) peers[3 * p + ((q / 27) | 0)] |= 1 << (q % 27)
    if (p < 27 && q < 27 && (p === q || !box)) besides[p] |= 1 << q
  }

/** The number of the lowest bit. */
export const lowest = (x: number): number => 31 - Math.clz32(x & -x)
