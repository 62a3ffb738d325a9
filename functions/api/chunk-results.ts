import { type StoredResults, storedInPart } from '../../shared/aws/results.ts'
import type { Table } from '../../shared/aws/table.ts'
import type { Job, Part } from '../../shared/job/job.ts'
import type { LineNumbers } from '../../shared/job/line-numbers.ts'
import { linesIn, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { ResultsReader } from '../../shared/job/packed/packed-results.ts'

/** A dozen items that are full: those of one answer, and the one at which the next answer begins. */
const MOST_KEPT_BYTES = 4_000_000

/**
 * The results of chunks, as the table has them. Those that were read last are kept, because an answer mostly ends within a
 * chunk: without that, 50,000 results in pages of 1,000 took 13 times the read units that they take once.
 */
export class ChunkResults {
  readonly #table: Table
  /** By chunk, the one last that was asked for last. */
  readonly #kept = new Map<string, readonly StoredResults[]>()
  #keptBytes = 0
  #left: { readonly packed: Uint8Array; readonly reader: ResultsReader } | undefined
  #lines: { readonly of: string; readonly lines: Promise<LineNumbers | undefined> } | undefined

  constructor(table: Table) {
    this.#table = table
  }

  /**
   * The results that are kept of a chunk.
   *
   * @param done how many of its puzzles are counted, as its part says: these are there, further ones may be
   */
  async of({ id }: Job, part: Part, chunk: number, done: number): Promise<readonly StoredResults[]> {
    if (part.packed) return [storedInPart(part.total, part.packed)]
    const name = `${id} ${part.number} ${part.digest} ${chunk}`
    const known = this.#kept.get(name)
    if (known && countOf(known) >= done) {
      this.#keep(name, known)
      return known
    }
    // What is sent again takes the place of what has failed, so that a read that may be stale could find that.
    const isSteady = part.outcomes.failed === 0 && !part.redrives?.has(chunk)
    if (isSteady) {
      const settled = settledIn(await this.#table.resultsOfChunk(id, part.number, chunk, true), done)
      if (countOf(settled) >= done) {
        this.#keep(name, settled)
        return settled
      }
    }
    const found = await this.#table.resultsOfChunk(id, part.number, chunk)
    const settled = isSteady ? settledIn(found, done) : []
    if (settled.length > 0) this.#keep(name, settled)
    return found
  }

  /** A reader that looks at a result, or at one before it: where it can, the one that was left there. */
  readerAt(packed: Uint8Array, place: number): ResultsReader {
    const left = this.#left
    this.#left = undefined
    if (left?.packed === packed && left.reader.place <= place) return left.reader
    const reader = new ResultsReader(packed)
    reader.next()
    return reader
  }

  /** Leaves a reader where an answer ends: the next one goes on from there. */
  leave(packed: Uint8Array, reader: ResultsReader): void {
    this.#left = { packed, reader }
  }

  /** Where the puzzles of a part begin in their file; undefined where each is on the line of its place. */
  async linesOf({ id }: Job, { number, digest, lines }: Part): Promise<LineNumbers | undefined> {
    if (!lines || lines.packed !== undefined) return lines && linesIn(lines)
    const of = `${id} ${number} ${digest}`
    if (this.#lines?.of !== of) {
      const read = this.#table.linesOf(id, number).then((packed) => packed && unpackLineNumbers(packed))
      this.#lines = { of, lines: read }
      // One that fails is read again.
      read.catch(() => {
        if (this.#lines?.lines === read) this.#lines = undefined
      })
    }
    return this.#lines.lines
  }

  #keep(name: string, results: readonly StoredResults[]): void {
    const before = this.#kept.get(name)
    this.#kept.delete(name)
    this.#kept.set(name, results)
    this.#keptBytes += bytesOf(results) - bytesOf(before ?? [])
    for (const [oldest, other] of this.#kept) {
      if (this.#keptBytes <= MOST_KEPT_BYTES) break
      this.#kept.delete(oldest)
      this.#keptBytes -= bytesOf(other)
    }
  }
}

/**
 * The first results of a chunk that can change no more: they are counted, none of them has failed, and none is that of a
 * puzzle which the chunk went on without, whose results may still be to come.
 */
function settledIn(results: readonly StoredResults[], done: number): readonly StoredResults[] {
  const end = results.findIndex(({ from, count, straggler }) => from + count > done || straggler !== undefined)
  return end < 0 ? results : results.slice(0, end)
}

function countOf(results: readonly StoredResults[]): number {
  return results.reduce((sum, { count }) => sum + count, 0)
}

function bytesOf(results: readonly StoredResults[]): number {
  return results.reduce((sum, { packed }) => sum + packed.length, 0)
}
