import { parsePuzzleWith } from '../../shared/sudoku/rules/puzzle-rules.ts'
import { countForPage } from './local-counts.ts'

countForPage((text, rules, own) => parsePuzzleWith(own, text, rules))
