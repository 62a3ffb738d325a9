/**
 * The solver of the service, for programs that want it in their own process: Node, browsers, Deno, Bun and workers. It
 * asks for nothing of its surroundings but WebAssembly.
 */
export type { NamedPuzzle, PuzzleInput } from '../shared/input/entry.ts'
export { INPUT_FORMATS, type InputFormat } from '../shared/input/input-format.ts'
export { INCLUSION_NAMES, type InclusionName } from '../shared/job/inclusions.ts'
export { PUZZLE_FORMATS, type PuzzleFormatName } from '../shared/job/output/puzzle-formats.ts'
export type { PuzzleResult, Status } from '../shared/job/result.ts'
export type { Step } from '../shared/sudoku/grid/step.ts'
export { ALL_SIZES as SIZES, type Size } from '../shared/sudoku/grid/units.ts'
export { RULES_NAMES, type RulesAsked, type RulesName } from '../shared/sudoku/rules/rules.ts'
export { STRATEGY_NAMES, type StrategyName } from '../shared/sudoku/search/strategy-facts.ts'
export * from './generate.ts'
export * from './included.ts'
export { check, convert, type ParsedPuzzle, PuzzleError, parse } from './puzzles.ts'
export {
  type SolveOptions,
  solve,
  solveAll,
  solveAllAsync,
  solveAsync,
  solveText,
  solveTextAsync,
} from './solve.ts'
