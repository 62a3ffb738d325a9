/** A rating has cost more than it may. */
export class WorkLimitError extends Error {}

/** What a rating may cost, in nodes of chains that are looked at, so that a hard puzzle ends on every machine alike. */
export class Work {
  spent = 0
  readonly limit: number

  constructor(limit: number = Number.POSITIVE_INFINITY) {
    this.limit = limit
  }

  /** @throws {WorkLimitError} */
  spend(nodes: number): void {
    this.spent += nodes
    if (this.spent > this.limit) throw new WorkLimitError(`${this.spent} nodes of chains, more than ${this.limit}`)
  }
}
