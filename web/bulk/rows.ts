import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PuzzleResult, Status } from '../../shared/job/result.ts'
import { STATUSES } from '../../shared/job/result.ts'
import type { JobView, ResultsPage } from '../../shared/protocol/views.ts'
import type { Query } from '../address.ts'
import { service } from '../service.ts'

/** Reads some results of a job. */
export type FetchPage = (query: PageQuery) => Promise<ResultsPage>

interface PageQuery {
  readonly from: number
  readonly limit: number
  readonly status?: readonly Status[]
}

/** A page that has to be fetched, and what to do with it. */
interface Missing {
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
class PageCache<Page> {
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

const STATUS_PAGE_ROWS = 200
/** Some 6,000 results and 3 MB: two pages beside each other have more than {@link STATUS_PAGE_ROWS}. */
const STATUS_PAGES_KEPT = 40
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
  readonly #pages = new PageCache<Held>(STATUS_PAGES_KEPT)
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
      query: { from: line, limit: STATUS_PAGE_ROWS, status: this.#status },
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
    if (last >= 0 && isWhole && held.length + results.length <= STATUS_PAGE_ROWS) {
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

/** The results of a job that an address shows, by row; whoever uses it is drawn again when more of them are there. */
export function useRows({ id, counts }: JobView, { status, from }: Pick<ResultsQuery, 'status' | 'from'>): Rows {
  const [, setDrawn] = useState(0)
  const redriven = useRedriven(counts.failed)
  const { rows, end } = useMemo(() => {
    const ending = new AbortController()
    const client = service(ending.signal)
    const fetchPage: FetchPage = (query) => client.resultsPage(id, query)
    const opened = status.length > 0 ? new StatusRows(fetchPage, status, from) : new LineRows(fetchPage, counts.total)
    opened.onChange = () => {
      if (!ending.signal.aborted) setDrawn((count) => count + 1)
    }
    return { rows: opened, end: ending }
  }, [id, status.join(), from, redriven])
  if (rows instanceof LineRows) rows.count = counts.total
  useEffect(() => () => end.abort(), [end])
  useEffect(() => rows.renew(), [rows, counts.total, counts.pending])
  return rows
}

/** How often there were fewer failed puzzles than before: they have been sent again, and what is known of them is old. */
function useRedriven(failed: number): number {
  const before = useRef({ failed, times: 0 })
  const { current } = before
  if (failed < current.failed) current.times++
  current.failed = failed
  return current.times
}

/** What of a job's results an address shows. */
export interface ResultsQuery {
  /** Only these; all where it is empty. */
  readonly status: readonly Status[]
  /** Where they are read from; results of some statuses can be jumped to no other way. */
  readonly from: number
  /** The line whose details are open. */
  readonly line: number | undefined
}

export function resultsQueryIn(query: Query): ResultsQuery {
  return { status: statusIn(query), from: lineIn(query.from) ?? 1, line: lineIn(query.line) }
}

export function statusIn({ status = '' }: Query): readonly Status[] {
  const named = status.split(',')
  return STATUSES.filter((known) => named.includes(known))
}

/** A line as people write it; undefined where it is none. */
export function lineIn(text: string | undefined): number | undefined {
  const digits = text?.replaceAll(/[\s,]/g, '') ?? ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : undefined
}
