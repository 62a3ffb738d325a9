import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { recordForPage } from './tape-recorder.ts'

recordForPage(({ text, rules, size }) => parsePuzzle(text, rules, size))
