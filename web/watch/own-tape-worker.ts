import { parsePuzzleWith } from '../../shared/sudoku/puzzle-rules.ts'
import { recordForPage } from './tape-recorder.ts'

recordForPage(({ text, rules, size, own }) => parsePuzzleWith(own, text, rules, size))
