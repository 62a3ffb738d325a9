import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { answerPage } from './live-search.ts'

answerPage(({ text, rules, size, own }) => parsePuzzleWith(own, text, rules, size))
