import type { RulesName } from '../../shared/sudoku/rules/rules.ts'

export interface ExampleGrid {
  readonly name: string
  readonly rules: RulesName
  readonly puzzle: string
  readonly solutions: number
}

/** Grids known by name to those who make, rate or solve hard ones. */
export const famous: readonly ExampleGrid[] = [
  // Arto Inkala, 2006: the first of the "hardest" grids that went round the world.
  grid('AI Escargot', '1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..'),
  // Arto Inkala, 2012: newspapers printed it as the world's hardest.
  grid('Inkala 2012', '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..'),
  // This and the next two are from the New Sudoku Players' Forum's lists of the hardest grids.
  grid('Golden Nugget', '.......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....'),
  grid('Easter Monster', '1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1'),
  grid('Platinum Blonde', '.......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...'),
  // The first in Gordon Royle's list of grids with 17 givens; no grid with fewer has a single solution.
  grid('Seventeen givens', '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...'),
  // Wikipedia, "Sudoku solving algorithms": its first row is 987654321, which brute force tries last.
  grid('Against brute force', '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'),
  // Peter Norvig, "Solving Every Sudoku Puzzle": it took that solver 1439 seconds to find that there is no solution.
  {
    ...grid('Norvig, impossible', '.....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........'),
    solutions: 0,
  },
]

/** One of each kind that newspapers print beside classic ones; all made by `sudoku generate --seed 1`. */
export const otherKinds: readonly ExampleGrid[] = [
  grid('Small', '.265..1.....6..........5....4..34..1'),
  grid(
    'Large',
    '..76.1.5.C.G.2EABG1..AE2F..D..3.4D......5E.7G..........F.....8..' +
      '.8...4...B.65.195EA..7.B..F.........85D.C.G..A.....D2...81.....B' +
      '..5.4C9..7.8DEA..6CEB..A2G.18.....9.1.....E..B...FD..E58B...16.2' +
      'G56...AD.31F29..E.F9.B34..8.A7.GA3.C52..9DB4E.F6.2.7F9...A.E3...',
  ),
  grid(
    'Both diagonals count',
    '......6751............6....9.7.....4.....9.8...84.6.......2..1..1.........4.1....',
    'diagonal',
  ),
  grid(
    'Four windows count',
    '......6251..........8.6....2...3...9.....9.7....7.6..........1.45.........3.....2',
    'windoku',
  ),
  grid('Circles are odd', '1.3oo...4oo5o..16..6.o2oooo.oo.8o..15...94..o.72.oo.9.9...1o.36o.o...7..2..oooo..', 'odd'),
]

/** Those that bring rules of their own are loaded once one is chosen. */
export const OWN_EXAMPLES = ['Killer', 'Jigsaw', 'Arrows', 'Thermometers'] as const
export type OwnExampleName = (typeof OWN_EXAMPLES)[number]

function grid(name: string, puzzle: string, rules: RulesName = 'classic'): ExampleGrid {
  return { name, rules, puzzle, solutions: 1 }
}
