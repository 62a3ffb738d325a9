import { examples } from '../../../shared/examples.ts'
import type { PuzzleInput } from '../../../shared/protocol/json-puzzle.ts'
import { famous } from '../../grid/famous.ts'

/** Givens, and a puzzle with as many, as `sudoku generate --clues N --seed compare-N` makes it: from easy on. */
const generated: readonly (readonly [number, string])[] = [
  [48, '.9.2.7.5.71..5.46..23164.789.6741....7562.3.4241.3569.189...5....75.8...35.4967.1'],
  [44, '.536.74.........8778149..6332587....16.5.4.28..8..91.......895.81.9.53.6597.26.41'],
  [40, '..4.291..1.7.38.6993.6.47.5...86.9313.6.71.4.81.493.......46.9.7419......6....8..'],
  [36, '2....3..1.....26..1...4..2734985..1..523...9.816.9.345.3.7..5.4..1..523.5.....1..'],
  [34, '.78.26...5....86946...4.7.......9.6..4.63.1....7...8....6.8..71754.91..61..26.9..'],
  [32, '86.4.....3976...81.51...67..8..1..3.......1.87.3.8.2...3..9..4.5...43...9..7..3.6'],
  [30, '..8.7..3.....457...3..8..95...2...4..4...8.236..49....9....1...47..3..12.2.56.8..'],
  [28, '4.......6.1...6.8.2....81.4.....96..3.24.7.9.8......7.....62758..1..3..2....7...9'],
  [27, '96....48....6..912.........3.2.8.75..4..1.....5...7..8..5..8.292...5..4....2....7'],
  [26, '17.......3.8.....5...26.......9.861...41.37......5.2.4..751......1..9.7..9.....8.'],
  [25, '367......2...4............3...5.87..82.......7....246.1.46..8...3......4....2.139'],
  [24, '4..5..7....9....1...536.82.........8..7..8....96....4......25.6.3..4....6.....39.'],
]

/** To be given up on it takes the slower strategies as long as all the other puzzles together. */
const TOO_LONG = 'Against brute force'

/** Puzzles from easy to very hard, as the chapter that the texts' counts are from ends with asking for. */
export const collection: readonly PuzzleInput[] = [
  ...generated.map(([givens, puzzle]) => ({ id: `With ${givens} givens`, puzzle })),
  ...examples.filter(({ rules, backtracks }) => rules === 'classic' && 'single-sweep' in backtracks),
  ...famous.filter(({ name, rules, solutions }) => rules === 'classic' && solutions === 1 && name !== TOO_LONG),
].map((each) => ('id' in each ? each : { id: each.name, puzzle: each.puzzle }))
