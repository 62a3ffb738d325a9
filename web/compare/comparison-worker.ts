import { parsePuzzle } from '../../shared/sudoku/puzzle.ts'
import { countForPage } from './local-counts.ts'

countForPage((text, rules) => parsePuzzle(text, rules))
