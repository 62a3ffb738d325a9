import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { recordForPage } from './tape-recorder.ts'

recordForPage(({ text, rules, size }) => parsePuzzle(text, rules, size))
