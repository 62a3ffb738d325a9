import type { Step } from '../../../shared/sudoku/step.ts'

/**
 * A step as one number, so that a hundred thousand of them are an array of 400 KB:
 *
 *     bit   16      7 6    2 1  0
 *           | cell  | digit | kind |      kind: as in KINDS; digit: up to 25; cell: up to 624
 */
export type PackedStep = number

export const PLACE = 0
const INFER = 1
export const UNDO = 2
const KINDS: readonly Step['kind'][] = ['place', 'infer', 'undo']

export function packed({ kind, cell, digit }: Step): PackedStep {
  return (cell << 7) | (digit << 2) | (kind === 'place' ? PLACE : kind === 'infer' ? INFER : UNDO)
}

export function unpacked(step: PackedStep): Step {
  return { kind: KINDS[kindIn(step)], cell: cellIn(step), digit: digitIn(step) }
}

export function kindIn(step: PackedStep): number {
  return step & 3
}

export function digitIn(step: PackedStep): number {
  return (step >> 2) & 31
}

export function cellIn(step: PackedStep): number {
  return step >> 7
}
