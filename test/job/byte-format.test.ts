import { describe, expect, it } from 'vitest'
import { type Chunk, chunkIn, messageOf, stragglerOf } from '../../shared/job/chunks/chunk.ts'
import { BYTE_FORMATS, VersionError } from '../../shared/job/packed/byte-format.ts'
import { packLineNumbers, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { packPuzzles, unpackPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import {
  countsOf,
  firstStatus,
  NO_RESULTS_YET,
  ResultsBuilder,
  ResultsReader,
} from '../../shared/job/packed/packed-results.ts'
import { FramesWriter, framesIn } from '../../shared/job/packed/result-frames.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'

const packed = new ResultsBuilder(0, 1).pack()
const puzzles = Puzzles.of([
  { text: '.'.repeat(81), rules: { rules: ['diagonal'] } },
  { text: 'x', id: 'évening 💡' },
])
const lines = Float64Array.of(3, 4)
const frames = new FramesWriter(1000)
frames.add({ place: 1, begin: 0, end: 0, packed })
frames.add({ place: 7, begin: 0, end: 2, lines, packed })

const WRITTEN = [
  { format: 'packed puzzles', bytes: packPuzzles(puzzles), read: unpackPuzzles },
  {
    format: 'packed results',
    bytes: new ResultsBuilder(0, 1, ['canonical']).pack(),
    read: (bytes: Uint8Array) => new ResultsReader(bytes),
  },
  { format: 'frames of results', bytes: frames.written(), read: (bytes: Uint8Array) => [...framesIn(bytes)] },
  { format: 'lines of puzzles', bytes: packLineNumbers(lines), read: unpackLineNumbers },
] as const

describe.each(WRITTEN)('$format', ({ format, bytes, read }) => {
  const { magic, version } = BYTE_FORMATS[format]
  const withByte = (at: number, byte: number) => Uint8Array.from(bytes, (found, i) => (i === at ? byte : found))

  it('begin with their magic byte and their version', () => {
    expect([...bytes.subarray(0, 4)]).toEqual([magic, version, 0xff, 0xff])
    expect(read(bytes)).toBeDefined()
  })

  it.each([version + 1, version - 1, 255])('of version %i are refused with what was found and expected', (other) => {
    const message = `${format}: found version ${other}, expected version ${version}`
    const refusal = expect.objectContaining({ name: 'VersionError', message, isNewer: other > version })
    expect(() => read(withByte(1, other))).toThrow(refusal)
  })

  it('are not taken for another format, nor another for them', () => {
    expect(() => read(withByte(0, 7))).toThrow(/^found bytes that begin with 0x07, expected /)
    expect(() => read(withByte(3, 7))).toThrow(`expected ${format} (0x`)
    for (const other of WRITTEN.filter((one) => one.format !== format)) {
      expect(() => read(other.bytes)).toThrow(`found ${other.format} (0x`)
    }
  })

  it('cut off in their first bytes are refused', () => {
    expect(() => read(bytes.subarray(0, 3))).toThrow(`${format}: found 3 bytes, expected at least 4`)
  })
})

it('frames give back each place with its lines', () => {
  const read = [...framesIn(frames.written())]
  expect(read.map(({ place, lines: own }) => [place, own])).toEqual([
    [1, undefined],
    [7, lines],
  ])
  expect(read.map((frame) => Buffer.from(frame.packed))).toEqual([packed, packed])
})

it('frames are taken up to the bytes that a body may have, and what is refused leaves the others', () => {
  const frame = { place: 1, begin: 0, end: 0, packed }
  const bytes = 4 + 2 * (20 + packed.length)
  for (const [most, taken] of [
    [bytes, 2],
    [bytes - 1, 1],
  ]) {
    const writer = new FramesWriter(most)
    expect([1, 2, 3].map(() => writer.add(frame))).toEqual([1, 2, 3].map((nth) => nth <= taken))
    expect([...framesIn(writer.written())]).toHaveLength(taken)
  }
})

it('what is kept in the place of results that are not there yet is read by nobody', () => {
  for (const read of [countsOf, firstStatus, (bytes: Uint8Array) => new ResultsReader(bytes)]) {
    expect(() => read(NO_RESULTS_YET)).toThrow('packed results: found 1 bytes, expected at least 4')
  }
})

describe('a chunk’s message', () => {
  const options = {
    strategy: 'singles',
    rules: ['diagonal', 'even'],
    solutions: 2,
    backtrackLimit: 9,
    include: ['canonical'],
  } as const
  const chunk: Chunk = { jobId: 'é', part: 2, number: 3, from: 4, redrive: 1, options, expiresAt: 5, puzzles }

  it('gives back all that the chunk has, in ASCII, as SQS counts bytes and the queue letters', () => {
    for (const of of [chunk, stragglerOf(chunk), { ...chunk, whole: true, hops: 2, deaths: 1 } as const]) {
      const message = messageOf(of)
      expect(message.body).toMatch(/^[\x20-\x7e]*$/)
      expect(chunkIn(message)).toEqual(of)
    }
  })

  it.each([0, 2])('of version %i is refused', (version) => {
    const message = messageOf(chunk)
    const other = { ...message, body: message.body.replace('"version":1', `"version":${version}`) }
    expect(() => chunkIn(other)).toThrow(VersionError)
    expect(() => chunkIn(other)).toThrow(`chunk message: found version ${version}, expected version 1`)
  })

  it('that says no version is none of ours', () => {
    expect(() => chunkIn({ body: '{}', puzzles: packPuzzles(puzzles) })).toThrow(
      /^chunk message: found no version, expected version 1$/,
    )
  })
})
