import { parsePuzzleWith } from '../../shared/sudoku/puzzle-rules.ts'
import { countForPage } from './local-counts.ts'

countForPage((text, rules, own) => parsePuzzleWith(own, text, rules))
