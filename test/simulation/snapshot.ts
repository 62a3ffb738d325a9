import { type Item, padded } from '../../shared/aws/items.ts'
import { storedInPart } from '../../shared/aws/results.ts'
import type { JobRecord, Part } from '../../shared/job/job.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { resultsIn } from '../job/read.ts'
import type { Service } from './service.ts'

/** All that the table has of a part, as it can be compared with that of another run. */
export interface PartSnapshot {
  /** Its item, but for the times at which things happened. */
  readonly item: string
  /** Its results' items, byte for byte. */
  readonly slices: string
  /** The counts of its results, in order; its lines counted from 1. */
  readonly results: readonly PuzzleResult[]
}

/** When, and not what, and how far a search had got where a slice ended: these differ from run to run. */
const TIMES = new Set(['createdAt', 'expiresAt', 'startedAt', 'updatedAt', 'pausedSearch', 'pk'])

export async function snapshotOf({ table, items }: Service, { job }: JobRecord, part: Part): Promise<PartSnapshot> {
  const chunks = Math.ceil(part.total / part.perChunk)
  const results: PuzzleResult[] = []
  const slices: string[] = []
  for (let chunk = 0; chunk < chunks; chunk++) {
    const done = part.done.get(chunk) ?? 0
    const kept = part.packed
      ? [storedInPart(part.total, part.packed)]
      : await table.resultsOfChunk(job.id, part.number, chunk)
    for (const { from, packed } of kept) {
      const line = chunk * part.perChunk + from + 1
      results.push(...resultsIn(packed, job.options, line).slice(0, Math.max(0, done - from)))
    }
    // Whoever was first has kept them, with the part or apart.
    const partition = `results#${job.id}#${padded(part.number)}#${padded(chunk)}`
    const apart = items.page(partition, Number.POSITIVE_INFINITY).filter(({ sk }) => !sk.startsWith('claim'))
    const all = part.packed
      ? kept
      : apart.map(({ sk, ...item }) => ({ from: Number(sk.slice('from#'.length)), ...item }))
    slices.push(...all.map(textOf))
  }
  const item = items.get({ pk: `job#${job.id}`, sk: part.number === 1 ? 'job' : `part#${padded(part.number)}` })
  const {
    id: _id,
    owner: _owner,
    cancel: _late,
    sealed: _then,
    summary: _sum,
    delivery: _told,
    packed: _slice,
    ...ofPart
  }: Partial<Item> = item ?? {}
  return { item: textOf(ofPart), slices: slices.join('\n'), results }
}

function textOf(item: object): string {
  return JSON.stringify(item, (name, value: unknown) => {
    if (TIMES.has(name)) return undefined
    if (value instanceof Set) return [...value].sort((a, b) => a - b)
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}
