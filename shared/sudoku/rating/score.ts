import type { TechniqueName } from './techniques.ts'

/** A score as plain data. */
export interface ScoreState {
  readonly er: number
  readonly ep: number
  readonly ed: number
  readonly technique?: TechniqueName
}

/** A rating while the puzzle is being solved: unrounded, and 0 before the first step. */
export class Score {
  er = 0
  ep = 0
  ed = 0
  technique: TechniqueName | undefined

  begin(from?: Partial<ScoreState>): void {
    this.er = from?.er ?? 0
    this.ep = from?.ep ?? 0
    this.ed = from?.ed ?? 0
    this.technique = from?.technique
  }

  /** Counts a step, or several of one technique and rating. */
  add(technique: TechniqueName, rating: number, isPlacement: boolean): void {
    if (rating > this.er) {
      this.er = rating
      this.technique = technique
    }
    if (this.ed === 0) this.ed = this.er
    if (this.ep === 0 && isPlacement) this.ep = this.er
  }

  /** Counts all steps that are left, none of which is rated higher than those before. */
  end(): void {
    if (this.ep === 0) this.ep = this.er
  }

  state(): ScoreState {
    const { er, ep, ed, technique } = this
    return { er, ep, ed, ...(technique && { technique }) }
  }
}
