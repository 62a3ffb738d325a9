import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { countForPage } from './local-counts.ts'

countForPage((text, rules) => parsePuzzle(text, rules))
