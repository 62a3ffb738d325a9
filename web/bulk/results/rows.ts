import type { PuzzleResult, Status } from '../../../shared/job/result.ts'
import type { ResultsPage } from '../../../shared/protocol/views.ts'

/** Reads some results of a job. */
export type FetchPage = (query: PageQuery) => Promise<ResultsPage>

interface PageQuery {
  readonly from: number
  readonly limit: number
  readonly status?: readonly Status[]
}

/** A page that has to be fetched, and what to do with it. */
export interface Missing {
  readonly query: PageQuery
  keep(page: ResultsPage): void
}

/** Results of a job by row, of which a few pages are held: those that were looked at last. */
export abstract class Rows {
  /** How many there are, as far as is known. */
  abstract readonly count: number
  /** Whether there may be more than `count`. */
  abstract readonly mayGrow: boolean
  /** Whether any of them has an id. */
  hasIds = false
  /** Why the last page could not be read. */
  error: unknown
  /** Tells that there is something else to be shown. */
  onChange = () => {}
  /** The rows that are looked at. */
  protected seen = { first: 0, last: -1 }
  /** Goes up as the job gets on: what was not there before may be there now. */
  protected age = 0
  readonly #fetchPage: FetchPage
  #isFetching = false

  constructor(fetchPage: FetchPage) {
    this.#fetchPage = fetchPage
  }

  /** A row's result; undefined where it is not at hand. */
  abstract resultAt(row: number): PuzzleResult | undefined
  /** Whether a row that has no result was looked for: then it is not solved yet. */
  abstract isPending(row: number): boolean
  /** A row's line; undefined where it is not known. */
  abstract lineAt(row: number): number | undefined
  /** The row of a line; undefined where it is not known, or is none. */
  abstract rowOf(line: number): number | undefined
  /** What is to be read next; undefined where all that is looked at is there, or not to be had yet. */
  protected abstract missing(): Missing | undefined

  /** Says which rows are looked at: what is missing of them is fetched, and shown once it is there. */
  look(first: number, last: number): void {
    this.seen = { first, last }
    if (this.error === undefined) this.#fetch()
  }

  /** The job has got on, or is to be asked once more. */
  renew(): void {
    this.age++
    this.error = undefined
    this.#fetch()
  }

  /** A page at a time, the next one as it is looked at then: who drags the thumb past a million rows does not wait for them. */
  async #fetch(): Promise<void> {
    if (this.#isFetching) return
    this.#isFetching = true
    try {
      for (let missing = this.missing(); missing; missing = this.missing()) {
        const page = await this.#fetchPage(missing.query)
        missing.keep(page)
        this.hasIds ||= page.results.some(({ id }) => id !== undefined)
        this.onChange()
      }
    } catch (error) {
      this.error = error
      this.onChange()
    } finally {
      this.#isFetching = false
    }
  }
}

/** Pages by their place, at most so many: the one that was taken longest ago goes first. */
export class PageCache<Page> {
  readonly #most: number
  readonly #pages = new Map<number, Page>()

  constructor(most: number) {
    this.#most = most
  }

  get(place: number): Page | undefined {
    const page = this.#pages.get(place)
    if (page !== undefined) {
      this.#pages.delete(place)
      this.#pages.set(place, page)
    }
    return page
  }

  set(place: number, page: Page): void {
    this.#pages.delete(place)
    this.#pages.set(place, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > this.#most) this.#pages.delete(oldest)
  }
}
