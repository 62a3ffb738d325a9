import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { answerPage } from './live-search.ts'

// For puzzles without rules of their own, which most are: the script comes with the page.

answerPage(({ text, rules, size }) => parsePuzzle(text, rules, size))
