import type { PuzzleResult } from '../../../shared/job/result.ts'
import { type FetchPage, type Missing, PageCache, Rows } from './rows.ts'

const PAGE_ROWS = 100
/** 6,000 results, some 3 MB. */
const PAGES_KEPT = 60

/** All results of a job: a row a line, so that any of them can be read at once. */
export class LineRows extends Rows {
  count = 0
  readonly mayGrow = false
  /** By page: the results that are there, and at which age of the job there were no more. */
  readonly #pages = new PageCache<{ readonly results: readonly PuzzleResult[]; readonly age: number }>(PAGES_KEPT)

  /** @param total puzzles of the job, so far */
  constructor(fetchPage: FetchPage, total: number) {
    super(fetchPage)
    this.count = total
  }

  resultAt(row: number): PuzzleResult | undefined {
    return this.#pages.get(Math.floor(row / PAGE_ROWS))?.results[row % PAGE_ROWS]
  }

  isPending(row: number): boolean {
    const page = this.#pages.get(Math.floor(row / PAGE_ROWS))
    return page !== undefined && page.age >= 0 && row % PAGE_ROWS >= page.results.length
  }

  lineAt(row: number): number {
    return row + 1
  }

  rowOf(line: number): number | undefined {
    return line >= 1 && line <= this.count ? line - 1 : undefined
  }

  protected missing(): Missing | undefined {
    const first = Math.max(0, Math.floor(this.seen.first / PAGE_ROWS))
    const last = Math.floor(Math.min(this.seen.last, this.count - 1) / PAGE_ROWS)
    for (let place = first; place <= last; place++) {
      const page = this.#pages.get(place)
      const there = page?.results ?? []
      const whole = Math.min(PAGE_ROWS, this.count - place * PAGE_ROWS)
      if (there.length >= whole || page?.age === this.age) continue
      const { age } = this
      return {
        query: { from: place * PAGE_ROWS + there.length + 1, limit: whole - there.length },
        // An answer may be short of what was asked for because that is not solved yet, or because it is large.
        keep: ({ results }) =>
          this.#pages.set(place, { results: [...there, ...results], age: results.length === 0 ? age : -1 }),
      }
    }
    return undefined
  }
}
