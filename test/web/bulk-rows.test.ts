import { expect, it } from 'vitest'
import type { PuzzleResult, Status } from '../../shared/job/result.ts'
import { type FetchBlock, FilteredRows, MOST_ROWS, PlaceRows, type Rows } from '../../web/files/rows.ts'

/** A job as a reader of its results sees it: every tenth puzzle is invalid. */
class Job {
  done: number
  readonly total: number
  /** The bytes of one answer, as the service has such a limit. */
  most = 1000
  /** Lines that the service looks at for one answer. */
  reach = Number.POSITIVE_INFINITY
  readonly asked: Parameters<FetchBlock>[0][] = []
  broken = false

  constructor(total: number, done = total) {
    this.total = total
    this.done = done
  }

  readonly fetchPage: FetchBlock = async (query) => {
    this.asked.push(query)
    if (this.broken) throw new Error('away')
    const results: PuzzleResult[] = []
    let line = query.from
    const end = Math.min(this.done, query.from + this.reach - 1)
    for (; line <= end && results.length < Math.min(query.limit, this.most); line++) {
      if (!query.status || query.status.includes(statusOf(line))) results.push(resultOf(line))
    }
    return { results, next: line > this.total ? null : line }
  }
}

const statusOf = (line: number): Status => (line % 10 === 0 ? 'invalid' : 'solved')
const resultOf = (place: number) => ({ line: place, place, status: statusOf(place) }) as PuzzleResult

/** Looks, and waits until nothing more is fetched. */
async function look(rows: Rows, first: number, last: number): Promise<(number | undefined)[]> {
  rows.look(first, last)
  await settled()
  return Array.from({ length: last - first + 1 }, (_, i) => rows.resultAt(first + i)?.line)
}
const settled = () => new Promise((resolve) => setTimeout(resolve))
const lines = (first: number, last: number, step = 1) =>
  Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step)

it('a line is its row, behind that from which on they are shown', async () => {
  const job = new Job(1_000_000)
  const rows = new PlaceRows(job.fetchPage, job.total, 900_001)
  expect(await look(rows, 99_990, 99_999)).toEqual(lines(999_991, 1_000_000))
  expect(await look(rows, 95, 104)).toEqual(lines(900_096, 900_105))
  expect(job.asked.map(({ from }) => from)).toEqual([999_901, 900_001, 900_101])
  expect([1_000_000, 1_000_001, 900_000].map((place) => rows.rowOf(place))).toEqual([99_999, undefined, undefined])
  expect([rows.placeAt(0), new PlaceRows(job.fetchPage, job.total).rowOf(MOST_ROWS + 1)]).toEqual([900_001, undefined])
  // A tape that is at hand is not fetched again.
  await look(rows, 90, 110)
  expect(job.asked).toHaveLength(3)
})

it('who is dragged past all rows asks for the few that are looked at in the end', async () => {
  const job = new Job(1_000_000)
  const rows = new PlaceRows(job.fetchPage, job.total)
  for (let row = 0; row < MOST_ROWS; row += 1_000) rows.look(row, row + 20)
  await settled()
  expect(job.asked.length).toBeLessThan(4)
  expect(rows.resultAt(99_010)?.line).toBe(99_011)
})

it('holds few pages, and those that were read last', async () => {
  const job = new Job(100_000)
  const rows = new PlaceRows(job.fetchPage, job.total)
  for (let page = 0; page < 200; page++) await look(rows, page * 100, page * 100 + 9)
  expect(lines(0, 19_999).filter((row) => rows.resultAt(row))).toHaveLength(6000)
  expect(rows.resultAt(19_900)).toBeDefined()
  expect(await look(rows, 0, 9)).toEqual(lines(1, 10))
})

it('what is not solved yet is pending, and is asked for again once the job has got on', async () => {
  const job = new Job(150, 20)
  const rows = new PlaceRows(job.fetchPage, 150)
  expect((await look(rows, 15, 24)).filter(Boolean)).toEqual(lines(16, 20))
  await look(rows, 15, 24)
  // Once for what is there, once to learn that there is no more.
  expect(job.asked).toHaveLength(2)
  job.done = 150
  rows.renew()
  await settled()
  expect(await look(rows, 15, 24)).toEqual(lines(16, 25))
})

it('a page too large for one answer is read in several, and a job that grows has more rows', async () => {
  const job = new Job(500)
  job.most = 30
  const rows = new PlaceRows(job.fetchPage, 220)
  expect(await look(rows, 150, 219)).toEqual(lines(151, 220))
  rows.total = 500
  expect(await look(rows, 150, 250)).toEqual(lines(151, 251))
})

it('reads on through the results of a status, and knows where it was', async () => {
  const job = new Job(1_000_000)
  job.reach = 700
  const rows = new FilteredRows(job.fetchPage, { status: ['invalid'] }, 1)
  expect(await look(rows, 0, 9)).toEqual(lines(10, 100, 10))
  expect(rows.mayGrow).toBe(true)
  const { count } = rows
  expect(count).toBeLessThan(400)
  for (let row = 0; rows.count < 2000; row = rows.count - 1) await look(rows, row, row)
  expect(lines(0, 1999).map((row) => rows.resultAt(row)?.line)).toEqual(lines(10, 20_000, 10))
  expect([rows.placeAt(9), rows.rowOf(100), rows.rowOf(101)]).toEqual([100, 9, undefined])
})

it('reads a status to its end, from any line on and over empty answers too', async () => {
  const job = new Job(1000)
  job.reach = 9
  const rows = new FilteredRows(job.fetchPage, { status: ['invalid'] }, 501)
  expect(await look(rows, 0, 49)).toEqual(lines(510, 1000, 10))
  expect([rows.count, rows.mayGrow]).toEqual([50, false])
})

it('where a status is read faster than it is solved, the reading rests until the job has got on', async () => {
  const job = new Job(1000, 45)
  const rows = new FilteredRows(job.fetchPage, { status: ['invalid'] }, 1)
  await look(rows, 0, 19)
  const { length } = job.asked
  await look(rows, 0, 19)
  expect([rows.count, job.asked.length]).toEqual([4, length])
  job.done = 85
  rows.renew()
  await settled()
  expect([rows.count, rows.resultAt(7)?.line]).toEqual([8, 80])
})

it('a page that could not be read is an error until it is asked for again', async () => {
  const job = new Job(100)
  job.broken = true
  const rows = new PlaceRows(job.fetchPage, 100)
  let changes = 0
  rows.onChange = () => changes++
  await look(rows, 0, 9)
  await look(rows, 0, 9)
  expect([rows.error, changes, job.asked.length]).toEqual([new Error('away'), 1, 1])
  job.broken = false
  rows.renew()
  await settled()
  expect([rows.error, rows.resultAt(9)?.line]).toEqual([undefined, 10])
})

it('tells whether any result has an id', async () => {
  const named: FetchBlock = async () => ({ results: [resultOf(1), { ...resultOf(2), id: 'b' }], next: null })
  const rows = new PlaceRows(named, 2)
  expect(rows.hasIds).toBe(false)
  await look(rows, 0, 1)
  expect(rows.hasIds).toBe(true)
})
