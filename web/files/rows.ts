import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PuzzleResult } from '../../shared/job/result.ts'
import type { JobView, ResultsPage } from '../../shared/protocol/views.ts'
import { service } from '../page/service.ts'
import { partCountOf, type ResultsFilter } from './results-filter.ts'

export type FetchBlock = (query: BlockQuery) => Promise<ResultsPage>

interface BlockQuery extends ResultsFilter {
  readonly from: number
  readonly limit: number
}

/** Results of a job by row. They are read in blocks of neighbouring rows; the latest are kept. */
export abstract class Rows {
  /** How many rows are known. */
  abstract readonly count: number
  /** Whether there may be more than `count`. */
  abstract readonly mayGrow: boolean
  hasIds = false
  /** Whether any line is another number than its puzzle's place. */
  hasPlaces = false
  /** Why the last block could not be read. */
  error: unknown
  onChange = () => {}
  /** The rows that are looked at. */
  protected view = { first: 0, last: -1 }
  /** Goes up as the job gets on: results that were missing may be there now. */
  protected age = 0
  readonly #fetchBlock: FetchBlock
  #isFetching = false

  constructor(fetchBlock: FetchBlock) {
    this.#fetchBlock = fetchBlock
  }

  /** A row's result; undefined where it is not at hand. */
  abstract resultAt(row: number): PuzzleResult | undefined
  /** Whether a row that has no result was looked for: then it is not solved yet. */
  isPending(_row: number): boolean {
    return false
  }

  /** The place in the job of a row's puzzle; undefined where it is not known. */
  placeAt(row: number): number | undefined {
    return this.resultAt(row)?.place
  }

  /** The row of a place; undefined if it is not known, or if there is no such place. */
  abstract rowOf(place: number): number | undefined
  /** The block to read next; undefined where all rows that are looked at are there, or cannot be there yet. */
  protected abstract missing(): BlockQuery | undefined
  /** @param age that of the job when it was asked for */
  protected abstract keep(fetched: ResultsPage, asked: BlockQuery, age: number): void

  /** Says which rows are looked at. Those that are missing are fetched, and shown once they are there. */
  look(first: number, last: number): void {
    this.view = { first, last }
    if (this.error === undefined) this.#fetch()
  }

  /** Reads again what was missing, because the job has got on or somebody wants to try again. */
  renew(): void {
    this.age++
    this.error = undefined
    this.#fetch()
  }

  /**
   * Fetches one block at a time, each for the rows that are looked at by then: who drags the thumb past a million rows
   * does not wait for them.
   */
  async #fetch(): Promise<void> {
    if (this.#isFetching) return
    this.#isFetching = true
    try {
      for (let missing = this.missing(); missing; missing = this.missing()) {
        const { age } = this
        const fetched = await this.#fetchBlock(missing)
        this.keep(fetched, missing, age)
        this.hasIds ||= fetched.results.some(({ id }) => id !== undefined)
        this.hasPlaces ||= fetched.results.some(({ line, place }) => line !== place)
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

const BLOCK_ROWS = 100
/** These hold 6,000 results, some 3 MB. */
const MOST_BLOCKS = 60

/** So many are 3.6 million pixels: Firefox draws nothing below 17.9 million, which zoom multiplies. */
export const MOST_ROWS = 100_000

/** All results of a job from a place on: each place is a row, so that any of them can be read at once. */
export class PlaceRows extends Rows {
  /** Puzzles of the job, so far. */
  total: number
  readonly mayGrow = false
  readonly #from: number
  /** Each block's results so far, and the age of the job at which it had no more; -1 where it may have. */
  readonly #blocks = new Map<number, { readonly results: readonly PuzzleResult[]; readonly age: number }>()

  constructor(fetchBlock: FetchBlock, total: number, from = 1) {
    super(fetchBlock)
    this.total = total
    this.#from = from
  }

  get count(): number {
    return Math.max(0, Math.min(this.total - this.#from + 1, MOST_ROWS))
  }

  resultAt(row: number): PuzzleResult | undefined {
    return this.#blocks.get(Math.floor(row / BLOCK_ROWS))?.results[row % BLOCK_ROWS]
  }

  isPending(row: number): boolean {
    const block = this.#blocks.get(Math.floor(row / BLOCK_ROWS))
    return block !== undefined && block.age >= 0 && row % BLOCK_ROWS >= block.results.length
  }

  placeAt(row: number): number {
    return row + this.#from
  }

  rowOf(place: number): number | undefined {
    const row = place - this.#from
    return row >= 0 && row < this.count ? row : undefined
  }

  protected missing(): BlockQuery | undefined {
    const first = Math.max(0, Math.floor(this.view.first / BLOCK_ROWS))
    const last = Math.floor(Math.min(this.view.last, this.count - 1) / BLOCK_ROWS)
    for (let place = first; place <= last; place++) {
      const { results = [], age } = this.#blocks.get(place) ?? {}
      const whole = Math.min(BLOCK_ROWS, this.count - place * BLOCK_ROWS)
      // There may be fewer results than requested because puzzles are not solved yet, or because the results are large.
      if (results.length < whole && age !== this.age)
        return { from: this.placeAt(place * BLOCK_ROWS + results.length), limit: whole - results.length }
    }
    return undefined
  }

  protected keep({ results }: ResultsPage, { from }: BlockQuery, age: number): void {
    const place = Math.floor((from - this.#from) / BLOCK_ROWS)
    const there = this.#blocks.get(place)?.results ?? []
    // Behind all others: what is dropped, where there are too many, is what was read longest ago.
    this.#blocks.delete(place)
    this.#blocks.set(place, { results: [...there, ...results], age: results.length === 0 ? age : -1 })
    const [oldest] = this.#blocks.keys()
    if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(oldest)
  }
}

/** How many results are read at once, and how many rows below the view before anybody looks at them. */
const FILTERED_BLOCK_ROWS = 200
const AHEAD = 100

/**
 * The results that pass a filter. Which place is in which row is only known once all before it are read, so they are read
 * one after the other, and all are kept: nobody scrolls through more of them than a browser holds.
 */
export class FilteredRows extends Rows {
  readonly #filter: ResultsFilter
  readonly #results: PuzzleResult[] = []
  #next: number | null
  /** The age of the job at which there were no more results yet. */
  #restedAt = -1

  /** @param from the place to begin with */
  constructor(fetchBlock: FetchBlock, filter: ResultsFilter, from: number) {
    super(fetchBlock)
    this.#filter = filter
    this.#next = from
  }

  get count(): number {
    return this.#results.length
  }

  get mayGrow(): boolean {
    return this.#next !== null
  }

  resultAt(row: number): PuzzleResult | undefined {
    return this.#results[row]
  }

  rowOf(place: number): number | undefined {
    const row = this.#results.findIndex((result) => result.place === place)
    return row < 0 ? undefined : row
  }

  protected missing(): BlockQuery | undefined {
    const from = this.#next
    if (from === null || this.#restedAt === this.age || this.view.last + AHEAD < this.count) return undefined
    return { from, limit: FILTERED_BLOCK_ROWS, ...this.#filter }
  }

  protected keep({ results, next }: ResultsPage, { from }: BlockQuery, age: number): void {
    this.#results.push(...results)
    this.#next = next
    // Where the next place is the same again, its puzzle is not solved yet.
    if (next === from) this.#restedAt = age
  }
}

/**
 * The results of a job by row; the component is drawn again when more of them are there.
 *
 * @param from the place to begin with
 */
export function useRows({ id, counts }: JobView, filter: ResultsFilter, from: number): Rows {
  const [, setDrawn] = useState(0)
  // How often failed puzzles became fewer: somebody had them tried again, so the results that were read are outdated.
  const { current: redriven } = useRef({ failed: counts.failed, times: 0 })
  if (counts.failed < redriven.failed) redriven.times++
  redriven.failed = counts.failed
  const { rows, end } = useMemo(() => {
    const ending = new AbortController()
    const client = service(ending.signal)
    const fetchBlock: FetchBlock = (query) => client.resultsPage(id, query)
    const isFiltering = partCountOf(filter) > 0
    const opened = isFiltering
      ? new FilteredRows(fetchBlock, filter, from)
      : new PlaceRows(fetchBlock, counts.total, from)
    opened.onChange = () => {
      if (!ending.signal.aborted) setDrawn((count) => count + 1)
    }
    return { rows: opened, end: ending }
  }, [id, JSON.stringify(filter), from, redriven.times])
  if (rows instanceof PlaceRows) rows.total = counts.total
  useEffect(() => () => end.abort(), [end])
  useEffect(() => rows.renew(), [rows, counts.total, counts.pending])
  return rows
}
