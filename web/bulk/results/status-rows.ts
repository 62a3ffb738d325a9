import type { PuzzleResult, Status } from '../../../shared/job/result.ts'
import { type FetchPage, type Missing, PageCache, Rows } from './rows.ts'

const PAGE_ROWS = 200
/** Some 6,000 results and 3 MB: two pages beside each other have more than {@link PAGE_ROWS}. */
const PAGES_KEPT = 40
/** So many rows behind those that are seen are read before they are asked for. */
const AHEAD = 100

/** Where a page of results begins: at which line of the job, and which row that is. */
interface Start {
  readonly line: number
  readonly row: number
}

/** What is at hand of a page, and the line to read on from. */
interface Held {
  readonly results: readonly PuzzleResult[]
  readonly next: number | null
}

/**
 * The results of some statuses. Which line is in which row is known only to who has read all before
 * it, so they are read one page after the other; a page that was dropped is read again from its start.
 */
export class StatusRows extends Rows {
  readonly #status: readonly Status[]
  readonly #starts: Start[] = []
  readonly #pages = new PageCache<Held>(PAGES_KEPT)
  #count = 0
  #next: number | null
  /** The age of the job at which there was nothing more yet. */
  #restedAt = -1

  /** @param from the line to begin with */
  constructor(fetchPage: FetchPage, status: readonly Status[], from: number) {
    super(fetchPage)
    this.#status = status
    this.#next = from
  }

  get count(): number {
    return this.#count
  }

  get mayGrow(): boolean {
    return this.#next !== null
  }

  resultAt(row: number): PuzzleResult | undefined {
    const place = this.#placeOf(row)
    return place < 0 ? undefined : this.#pages.get(place)?.results[row - this.#starts[place].row]
  }

  isPending(): boolean {
    return false
  }

  lineAt(row: number): number | undefined {
    return this.resultAt(row)?.line
  }

  rowOf(line: number): number | undefined {
    const place = this.#starts.findLastIndex((start) => start.line <= line)
    const within = this.#pages.get(place)?.results.findIndex((result) => result.line === line) ?? -1
    return within < 0 ? undefined : this.#starts[place].row + within
  }

  protected missing(): Missing | undefined {
    const { first, last } = this.seen
    for (let place = Math.max(0, this.#placeOf(first)); place < this.#starts.length; place++) {
      if (this.#starts[place].row > last) break
      const again = this.#dropped(place)
      if (again) return again
    }
    return last + AHEAD >= this.#count ? this.#following() : undefined
  }

  /** What is not at hand any more of a page. */
  #dropped(place: number): Missing | undefined {
    const { line, row } = this.#starts[place]
    const { results: held, next } = this.#pages.get(place) ?? { results: [], next: line }
    const missing = (this.#starts[place + 1]?.row ?? this.#count) - row - held.length
    if (missing <= 0 || next === null) return undefined
    return {
      query: { from: next, limit: missing, status: this.#status },
      keep: (page) => this.#pages.set(place, { results: [...held, ...page.results], next: page.next }),
    }
  }

  #following(): Missing | undefined {
    const { age } = this
    const line = this.#next
    if (line === null || this.#restedAt === age) return undefined
    return {
      query: { from: line, limit: PAGE_ROWS, status: this.#status },
      keep: ({ results, next }) => {
        if (results.length > 0) this.#add(line, { results, next })
        this.#next = next
        // Where the reading stands still, the puzzle it stands at is not solved yet.
        if (next === line) this.#restedAt = age
      },
    }
  }

  /** Adds results behind the last page, or to it: while a job runs they come by a few. */
  #add(line: number, { results, next }: Held): void {
    const last = this.#starts.length - 1
    const held = this.#pages.get(last)?.results ?? []
    const isWhole = held.length === this.#count - (this.#starts[last]?.row ?? 0)
    if (last >= 0 && isWhole && held.length + results.length <= PAGE_ROWS) {
      this.#pages.set(last, { results: [...held, ...results], next })
    } else {
      this.#starts.push({ line, row: this.#count })
      this.#pages.set(last + 1, { results, next })
    }
    this.#count += results.length
  }

  /** Which page a row is in; -1 where there is none yet. */
  #placeOf(row: number): number {
    let [low, high] = [0, this.#starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#starts[middle].row <= row) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}
