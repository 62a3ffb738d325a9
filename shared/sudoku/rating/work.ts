/** A rating has cost more than it may. */
export class WorkLimitError extends Error {}

/** The most that a rating may cost, in nodes of chains that are looked at, so that a hard puzzle ends on every machine alike. */
export class Work {
  spent = 0
  #limit = Number.POSITIVE_INFINITY

  /** @param spent by who took the way up to here */
  begin(limit = Number.POSITIVE_INFINITY, spent = 0): void {
    this.spent = spent
    this.#limit = limit
  }

  /** @throws {WorkLimitError} */
  spend(nodes: number): void {
    this.spent += nodes
    if (this.spent > this.#limit) throw new WorkLimitError(`more than ${this.#limit} nodes of chains`)
  }
}
