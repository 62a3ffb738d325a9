import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { recordForPage } from './tape-recorder.ts'

recordForPage(({ text, rules, size, own }) => parsePuzzleWith(own, text, rules, size))
