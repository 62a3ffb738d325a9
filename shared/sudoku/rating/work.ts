/** A rating has cost more than it may. */
export class WorkLimitError extends Error {}

/** The most that a rating may cost, in nodes of chains that are looked at, so that a hard puzzle ends on every machine alike. */
export class Work {
  spent = 0
  #limit = Number.POSITIVE_INFINITY

  /** @param spent by who took the way up to here */
  begin(limit: number | undefined, spent: number): void {
    this.spent = spent
    this.#limit = limit ?? Number.POSITIVE_INFINITY
  }

  /** @throws {WorkLimitError} */
  spend(nodes: number): void {
    this.spent += nodes
    if (this.spent > this.#limit) throw new WorkLimitError(`more than ${this.#limit} nodes of chains`)
  }
}
