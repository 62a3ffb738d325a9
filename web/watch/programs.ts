import type { StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import type { Frame } from './search-tape.ts'
import type { Recording } from './watched-tape.ts'

/** A strategy as a program of a few lines, in the manner of the text that it is known from. */
export interface Program {
  readonly title: string
  readonly lines: readonly { readonly text: string; readonly at: readonly string[] }[]
}

/** Its title in the first line, then its own, each with the moments at which it runs behind a `#`. */
function program(written: string): Program {
  const [title, ...lines] = written.split('\n')
  const parts = lines.map((line) => line.split(' # '))
  return { title, lines: parts.map(([text, at = '']) => ({ text, at: at.split(' ') })) }
}

const LIANG = program(`Liang’s loop
free = the empty cells, row by row # start
k = 0
while true:
  d = the next digit for free[k]
  if d is no digit any more:
    empty free[k]
    if k is 0: return false # ended
    k = k - 1, and take its digit back # up next
  else if d fits into free[k]:
    write d into free[k] # guess
    if free[k] is the last: return true # solved
    k = k + 1`)

const DEVADAS = program(`Devadas’ functions
def solve(grid):
  cell = next_empty(grid) # start
  if cell is None:
    return True # solved
  for d in 1 … 9:
    if fits(grid, cell, d):
      grid[cell] = d # guess
      if solve(grid):
        return True
      backtracks += 1
      grid[cell] = 0 # next up
  return False # ended`)

const LIST = program(`The list exercise
todo = all empty cells, done = [] # start
while todo is not empty:
  cell = the first of todo
  d = the next digit that fits into cell
  if there is one:
    write it # guess
    move cell from todo to done
  else if done is empty:
    return "no solution" # ended
  else:
    move the last of done back to todo
    take its digit back # next up
return the grid # solved`)

/** Devadas' second solver: what follows from a guess is filled in with it, and taken back with it. */
const sweeping = (title: string, sweep: string) =>
  program(`${title}
def solve(grid):
  cell = next_empty(grid) # start
  if cell is None: return True # solved
  for d in 1 … 9:
    if fits(grid, cell, d):
      grid[cell] = d # guess
${sweep}
          if one digit fits: fill it # infer
      if solve(grid): return True
      backtracks += 1
      empty cell, and all filled since # next up
  return False # ended`)

const LEARNING = program(`Learning from conflicts
repeat: # start
  fill in what follows # infer
  if something contradicts:
    clause = why that cannot be # conflict
    keep the clause
    if no guess stands: return nothing # ended
    go back to where it says something # next up
  else if the grid is full:
    return the grid # solved
  else if there were many conflicts:
    start again, with all clauses # restart
  else:
    guess where conflicts were of late # guess`)

/** Those of a strategy; the first is shown unless somebody chooses another. */
type Programs = readonly [Program, ...Program[]]

const PROGRAMS: Readonly<Record<StrategyName, Programs>> = {
  'brute-force': [LIANG, DEVADAS, LIST],
  'single-sweep': [sweeping('Devadas’ functions', '      for each box:\n        for each empty cell in it:')],
  'naked-singles': [
    sweeping(
      'Devadas’ functions, first exercise',
      '      repeat until nothing changes:\n        for each empty cell, box by box:',
    ),
  ],
  'fewest-candidates': [
    program(`Fewest candidates
solve(grid): # start
  if no cell is empty: return grid # solved
  cell = the empty cell with fewest digits
  for each digit left for cell:
    write it # guess
    found = solve(grid)
    if found: return found
    take it back # next up
  return nothing # ended`),
  ],
  singles: [
    program(`Norvig’s propagation
search(grid): # start
  repeat until nothing changes:
    fill single digits, single places # infer
  if a cell or a digit is stuck:
    return nothing # ended
  if no cell is empty: return grid # solved
  cell = the empty cell with fewest digits
  for each digit left for cell:
    write it # guess
    found = search(grid)
    if found: return found
    take back all since then # next up
  return nothing`),
  ],
  'exact-cover': [
    program(`Knuth’s Algorithm X
search(): # start
  if no item is left: return the grid # solved
  item = the one with the fewest options
  cover item
  for each option of item:
    cover its other items
    write its digit # guess
    if search(): return the grid
    uncover them, in reverse # next up
  uncover item
  return nothing # ended`),
  ],
  learning: [LEARNING],
  'bit-parallel': [
    program(`All cells at once
search(digits): # start
  repeat until nothing changes:
    for each digit, as a bit per cell:
      take away what cannot be
      fill in what has to be # infer
  if something is left without a place:
    return nothing # ended
  if all are placed: return the grid # solved
  choose a cell, and copy the digits
  write a digit into the copy # guess
  if search(copy): return the grid
  drop the copy, and go on without it # next up`),
  ],
}

/** @param learns whether it learns from its conflicts on this puzzle, as `bit-parallel` does on some */
export function programsOf(strategy: StrategyName, learns: boolean): Programs {
  return learns ? [LEARNING] : PROGRAMS[strategy]
}

/** The program in the manner of the text that a puzzle is from. */
export function programFor(programs: Programs, asked: string | undefined, puzzle = ''): Program {
  const author = puzzle.split(',')[0]
  const ofText = programs.find(({ title }) => author !== '' && title.startsWith(author))
  return programs.find(({ title }) => title === asked) ?? ofText ?? programs[0]
}

/** The line of a program that has run at a frame. */
export function lineAt({ lines }: Program, frame: Frame, recording: Recording, digits: number): number {
  const moment = momentOf(frame, recording, digits)
  return lines.findIndex(({ at }) => at.includes(moment))
}

/** What a search does at a step; `next` and `up` take a guess back, with something left to try there and without. */
function momentOf({ step, last, candidates }: Frame, { length, end }: Recording, digits: number) {
  if (step === length && end === 'enough') return 'solved'
  if (step === length && end === 'exhausted') return 'ended'
  if (!last) return 'start'
  if (!('cell' in last)) return last.kind
  if (last.kind === 'place') return 'guess'
  if (last.kind === 'infer') return 'infer'
  return (candidates & -(2 << (last.digit - 1)) & digits) === 0 ? 'up' : 'next'
}
