import { type Item, type Key, padded } from '../../shared/aws/items.ts'
import { partIn, partKey } from '../../shared/aws/jobs.ts'
import type { Chunk } from '../../shared/job/chunks/chunk.ts'
import { must } from './broken.ts'

/** A chunk without its puzzles, as the body of its message has it. */
type Carried = Omit<Chunk, 'puzzles'>

/** A message by what it carries; undefined for one that is no chunk. */
export function carriedBy(body: string): Carried | undefined {
  return body.includes('"jobId"') && body.includes('"redrive"') ? JSON.parse(body) : undefined
}

/** Whoever works on a message may see it expire sooner: its clock is ahead by what it was busy. */
const CLOCK_MS = 60_000

/** The promises that messages keep while a history goes on, whatever is delivered twice. */
export class Carriers {
  /** The message that has gone on with a slice, by the slice. */
  readonly #goneOn = new Map<string, string>()

  /** A message sends on what is left of its chunk. */
  sends(id: string, carried: Carried): void {
    const { jobId, part, number, redrive, from, hops = 0, deaths = 0, straggler = false } = carried
    // Who sends a chunk for the first time may do so twice: that is found out at the next slice.
    if (from + redrive + hops + deaths === 0 && !straggler) return
    const slice = [jobId, part, number, straggler, redrive, from, hops, deaths].join()
    const first = this.#goneOn.get(slice) ?? id
    must(first === id, 'one message goes on with a slice', () => `${first} and ${id}: ${slice}`)
    this.#goneOn.set(slice, id)
  }

  /** A message is deleted at a time, and these are left. */
  deleted(
    { jobId, part: number, number: chunk }: Carried,
    left: readonly Carried[],
    items: { get(key: Key): Item | undefined },
    now: number,
  ): void {
    const item = items.get(partKey(jobId, number))
    const head = items.get({ pk: `job#${jobId}`, sk: 'job' })
    const part = item && partIn(item)
    if (
      !part ||
      !head ||
      Number(head.expiresAt) * 1000 - CLOCK_MS <= now ||
      head.deleted ||
      part.state === 'refused' ||
      Number(head.sealed ?? number) < number
    )
      return
    const ofChunk = left.filter((of) => of.jobId === jobId && of.part === number && of.number === chunk)
    const isAllCounted = (part.done.get(chunk) ?? 0) >= Math.min(part.perChunk, part.total - chunk * part.perChunk)
    const isCarried = isAllCounted || ofChunk.some(({ straggler }) => !straggler)
    must(isCarried, 'what is pending has a message', () => `${jobId} ${padded(number)} ${chunk}`)
    for (const { from, hasFailed, ...of } of part.stragglers ?? []) {
      if (of.chunk !== chunk || hasFailed) continue
      // Whoever left it behind may have died before it was sent, and comes again.
      const isOf = (other: Carried) => (other.straggler ? other.from === from : other.from <= from)
      must(ofChunk.some(isOf), 'what is pending has a message', () => `${jobId} ${padded(number)} ${chunk} ${from}`)
    }
  }
}
