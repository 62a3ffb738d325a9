import type { CandidateGrid } from './candidate-grid.ts'
import type { StepName, TechniqueName } from './techniques.ts'

/** Why one end of a link follows from the other: they share a cell or a unit, or the pattern of a technique joins them. */
type LinkReason = 'cell' | 'row' | 'column' | 'box' | TechniqueName

/** A candidate that is assumed, or found, to be the digit of its cell (`on`) or not. */
export interface LinkEnd {
  /** 0–80, row by row. */
  readonly cell: number
  /** 1–9. */
  readonly digit: number
  readonly on: boolean
}

/** An inference: `to` follows from `from`, and from the other links' `from` if several end at the same `to`. */
export interface Link {
  readonly from: LinkEnd
  readonly to: LinkEnd
  readonly why: LinkReason
  /** Which chain it is of, from 0: alternatives, or an assumption and its opposite, have a chain each. */
  readonly chain: number
}

/** What a step tells, whatever it is called. Cells are numbered row by row from 0, digits from 1. */
export interface StepFacts {
  /** The cells of the pattern; of chains, all that they pass. */
  readonly cells: readonly number[]
  readonly digits: readonly number[]
  /** The inferences of chains, each after those that it rests on. */
  readonly links: readonly Link[]
  readonly placements: readonly { readonly cell: number; readonly digit: number }[]
  /** The candidates that go, besides those that a placement takes from its cell and its peers. */
  readonly eliminations: readonly { readonly cell: number; readonly digits: readonly number[] }[]
}

/** The chains, or the pattern, that an inference of another chain rests on: the node `to` in the chain of that number. */
export interface NestedProof {
  readonly chain: number
  readonly to: number
  readonly technique: TechniqueName
  /** The digit that it finds for the cell, whose others go with that; 1–9. */
  readonly placedDigit: number | undefined
  readonly links: readonly Link[]
  readonly nested: readonly NestedProof[]
  /** What the chains are held against each other for, if there are several; all that is to be said of a pattern. */
  readonly words: string
}

/** The parts of a hint, for whoever draws it or tells it. Digits are 0–8 here, and units 0–26. */
export interface Pattern {
  readonly cells: readonly number[]
  readonly digits: readonly number[]
  /** None by default. */
  readonly units?: readonly number[]
  readonly links?: readonly Link[]
  readonly nested?: readonly NestedProof[]
  /** Says what the pattern is and why it tells something, in a sentence without its end; of one chain or a cycle `chainReason` says it. */
  readonly reason?: string
}

/** The next step that a technique finds. */
export interface Hint {
  readonly technique: TechniqueName
  /** What players call it, where its finder knows more than the technique's name tells; `nameOf` says it of all others. */
  readonly name?: StepName
  readonly rating: number
  /** The candidate that is placed, if one is. */
  readonly placement?: number
  /** The candidates that go, besides what a placement takes away. */
  readonly eliminations: readonly number[]
  /** The pattern on the grid on which the hint was found, before anything else is searched on it. */
  readonly pattern: (grid: CandidateGrid) => Pattern
}
