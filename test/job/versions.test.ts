import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accept } from '../../shared/checked.ts'
import { chunkIn, messageOf, stragglerOf } from '../../shared/job/chunks/chunk.ts'
import { solveChunk } from '../../shared/job/chunks/solve-chunk.ts'
import { LineNumbers } from '../../shared/job/line-numbers.ts'
import { BYTE_FORMATS, VersionError, versionIn } from '../../shared/job/packed/byte-format.ts'
import { packLineNumbers, unpackLineNumbers } from '../../shared/job/packed/packed-lines.ts'
import { PackedGrids, packLines, packPuzzles, unpackPuzzles } from '../../shared/job/packed/packed-puzzles.ts'
import {
  countsOf,
  firstStatus,
  NO_RESULTS_YET,
  puzzlesIn,
  ResultsBuilder,
  ResultsReader,
  unsolved,
} from '../../shared/job/packed/packed-results.ts'
import { FramesWriter, framesIn } from '../../shared/job/packed/result-frames.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import type { PuzzleResult } from '../../shared/job/result.ts'
import { resultsIn } from './read.ts'
import { bytesOf, UNVERSIONED } from './unversioned.ts'
import { VERSION_1 } from './version-1.ts'

/** What was said then of a puzzle of one cell is kept, and said otherwise of the same puzzle now. */
const inTodaysWords = (results: readonly PuzzleResult[]) =>
  results.map((result) => {
    const reason = result.reason?.replace('1 cells, expected 16, 36, 81, 256 or 625', 'there is no puzzle in "x"')
    return reason === undefined ? result : { ...result, reason }
  })

const packed = new ResultsBuilder(0, 1).pack()
const puzzles = Puzzles.of([{ text: '.'.repeat(81) }, { text: 'x', id: 'mine' }])
const withRules = Puzzles.of([{ text: '.'.repeat(81), rules: { rules: ['diagonal'] } }])
const lines = LineNumbers.consecutive(3, 2)
const frames = new FramesWriter(1000)
frames.add({ place: 1, begin: 0, end: 0, packed })
frames.add({ place: 7, begin: 0, end: 2, lines, packed })

const WRITTEN = [
  { format: 'packed puzzles', bytes: packPuzzles(withRules), read: unpackPuzzles },
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

  it('of a later version are refused with what was found and expected', () => {
    const newer = expect.objectContaining({
      name: 'VersionError',
      message: `${format}: found version ${version + 1}, expected version ${version}`,
      isNewer: true,
    })
    expect(() => read(withByte(1, version + 1))).toThrow(newer)
    expect(() => read(withByte(1, 255))).toThrow(VersionError)
    expect(() => read(withByte(1, 0))).toThrow(VersionError)
  })

  it('are not taken for another format, nor another for them', () => {
    expect(() => read(withByte(0, 7))).toThrow(/^found bytes that begin with 0x07, expected /)
    for (const other of WRITTEN.filter((one) => one.format !== format)) {
      expect(() => read(other.bytes)).toThrow(`found ${other.format} (0x`)
    }
  })

  it('cut off in their first bytes are refused', () => {
    expect(() => read(bytes.subarray(0, 3))).toThrow(`${format}: found 3 bytes, expected at least 4`)
  })
})

it('are of the version before where no puzzle has rules of its own, which code of before reads', () => {
  expect([packPuzzles(puzzles)[1], packed[1]]).toEqual([1, 2])
})

it('results with rules are of the version before where their job asked for nothing to be included', () => {
  expect(unsolved(withRules, 'failed').pack()[1]).toBe(3)
})

it('no two formats have one magic byte', () => {
  const all = Object.values(BYTE_FORMATS).map(({ magic }) => magic)
  expect(new Set(all).size).toBe(all.length)
})

it('frames of version 1 are read, which have no lines', () => {
  // As version 1 wrote its first frame, and another that begins with place 8.
  const head = [...Uint8Array.of(0xd3, 1, 0xff, 0xff), ...new Uint8Array(12)]
  const frameAt = (place: number) => [...new Uint8Array(Uint32Array.of(place, 0, 1, packed.length).buffer), ...packed]
  const read = [...framesIn(Uint8Array.from([...head, ...frameAt(1), ...frameAt(8)]))]
  expect(read).toEqual([1, 8].map((place) => ({ place, begin: 0, end: 1, lines: undefined, packed })))
  const present = [...framesIn(frames.written())]
  expect(present.map(({ place, lines }) => [place, lines?.first, lines?.last])).toEqual([
    [1, undefined, undefined],
    [7, 3, 4],
  ])
})

it('a chunk’s message says its version, and one of a later version is refused', () => {
  const message = messageOf(chunkIn({ body: UNVERSIONED.body, puzzles: packPuzzles(puzzles) }))
  expect(JSON.parse(message.body)).toEqual({ version: 1, ...JSON.parse(UNVERSIONED.body) })
  const later = { ...message, body: message.body.replace('"version":1', '"version":5') }
  expect(() => chunkIn(later)).toThrow('chunk message: found version 5, expected version 4')
})

it('the message of a chunk that is a whole job has a version which code that does not know them refuses', () => {
  const chunk = chunkIn({ body: UNVERSIONED.body, puzzles: packPuzzles(puzzles) })
  const whole = { owner: 'ann', createdAt: 1, name: 'évening 💡', digest: 'd', format: 'json' }
  const message = messageOf({ ...chunk, whole })
  expect(JSON.parse(message.body)).toMatchObject({ version: 2, whole })
  // SQS counts bytes, and the queue letters.
  expect(message.body).toMatch(/^[\x20-\x7e]*$/)
  expect(chunkIn(message)).toEqual({ ...chunk, whole })
})

it('the message of a straggler has a version which code that does not know them refuses, be its job whole or not', () => {
  const chunk = chunkIn({ body: UNVERSIONED.body, puzzles: packPuzzles(puzzles) })
  const whole = { owner: 'ann', createdAt: 1, digest: 'd', format: 'json' }
  for (const of of [chunk, { ...chunk, whole }]) {
    const message = messageOf(stragglerOf(of))
    expect(JSON.parse(message.body)).toMatchObject({ version: 3, straggler: true })
    expect(chunkIn(message)).toEqual({ ...of, puzzles: puzzles.slice(0, 1), straggler: true })
  }
})

it('the message of a job that asked for something to be included has a version which code that does not know it refuses', () => {
  const chunk = chunkIn({ body: UNVERSIONED.body, puzzles: packPuzzles(puzzles) })
  const asking = { ...chunk, options: { ...chunk.options, include: ['canonical'] as const } }
  for (const of of [asking, stragglerOf(asking)]) {
    const message = messageOf(of)
    expect(JSON.parse(message.body)).toMatchObject({ version: 4, options: { include: ['canonical'] } })
    expect(chunkIn(message)).toEqual(of)
  }
})

it('what is kept in the place of results that are not there yet is read by nobody', () => {
  for (const read of [countsOf, firstStatus, (packed: Uint8Array) => new ResultsReader(packed)]) {
    expect(() => read(NO_RESULTS_YET)).toThrow('packed results: found version 255, expected version 4')
  }
})

it('the message of a chunk under several rules has a version which code that does not know them refuses', () => {
  const chunk = chunkIn({ body: UNVERSIONED.body, puzzles: packPuzzles(puzzles) })
  const options = { ...chunk.options, rules: ['diagonal', 'even'] as const }
  const message = messageOf({ ...chunk, options })
  expect(JSON.parse(message.body)).toMatchObject({ version: 4, options })
  expect(chunkIn(message)).toEqual({ ...chunk, options })
})

describe('what is from before there were versions', () => {
  const chunk = chunkIn({ body: UNVERSIONED.body, puzzles: bytesOf('puzzles') })
  const texts = Array.from(chunk.puzzles, ({ text }) => text)

  it('is told by its first number, which is a count or a line', () => {
    // 500 million lines are the most a job can have: 2,000 parts of 250,000.
    fc.assert(
      fc.property(fc.oneof(fc.nat(500_000_000), fc.nat(250_000)), fc.uint8Array(), (number, rest) => {
        const bytes = new Uint8Array([...new Uint8Array(Uint32Array.of(number).buffer), ...rest])
        for (const { format } of WRITTEN) expect(versionIn(bytes, format)).toEqual(accept(0))
      }),
    )
  })

  it('is a chunk with its puzzles and all that came with them', () => {
    expect(chunk).toMatchObject({ jobId: '5d0c9c3e-0d3a-4c3c-8f59-2f3d0f0c7e11', part: 1, correlationId: 'before' })
    expect(chunk).not.toHaveProperty('version')
    expect([...chunk.puzzles]).toMatchObject([
      {},
      { id: 'checked', given: expect.any(String) },
      {},
      {},
      { id: 'small' },
      { text: 'x' },
    ])
    expect(texts.map((text) => text.length)).toEqual([81, 81, 81, 81, 16, 1])
  })

  it('is read as the results that its puzzles have now', () => {
    const { results } = solveChunk(chunk, () => false)
    const before = bytesOf('results')
    expect(inTodaysWords(resultsIn(before, chunk.options))).toEqual(
      bySearchesOf(1, resultsIn(results.pack(), chunk.options)),
    )
    expect(resultsIn(before, chunk.options).map(({ status }) => status)).toEqual([
      'solved',
      'solved',
      'multiple',
      'invalid',
      'solved',
      'invalid',
    ])
    expect(countsOf(before)).toEqual(results.counts)
  })

  it('is read as puzzles that can be sent again', () => {
    expect(firstStatus(bytesOf('failed'))).toBe('failed')
    expect([...puzzlesIn(bytesOf('failed'))]).toEqual([...chunk.puzzles])
  })

  it('is cut into runs of this version where it came as plain grids', () => {
    const grids = PackedGrids.checked(bytesOf('grids'))
    if (!grids.ok) throw new Error(grids.error)
    const [first, third] = [texts[0], texts[2]]
    expect([...grids.value.cut(1)]).toEqual([first, third].map((text) => packLines(Buffer.from(text))))
  })

  it('is refused as frames, which only a service from before answers with', () => {
    const old = expect.objectContaining({
      message: 'frames of results: found no version, expected version 2',
      isNewer: false,
    })
    expect(() => [...framesIn(bytesOf('frames'))]).toThrow(old)
  })
})

describe('packed results of version 1', () => {
  const bytesIn = (name: 'puzzles' | 'results' | 'failed') => new Uint8Array(Buffer.from(VERSION_1[name], 'base64'))
  const chunk = chunkIn({ body: VERSION_1.body, puzzles: bytesIn('puzzles') })

  it('are read as the results that their puzzles have now, wherever their bytes lie', () => {
    const { results } = solveChunk(chunk, () => false)
    const before = resultsIn(Buffer.concat([Uint8Array.of(1, 2, 3), bytesIn('results')]).subarray(3), chunk.options)
    expect(inTodaysWords(before)).toEqual(bySearchesOf(1, resultsIn(results.pack(), chunk.options)))
    expect(before.map(({ status, solutions = [], backtracks }) => [status, solutions.length, backtracks])).toEqual([
      ['solved', 0, 0],
      ['solved', 0, 7],
      ['solved', 0, 0],
      ['multiple', 4, 0],
      ['multiple', 4, 0],
      ['invalid', 0, null],
      ['solved', 0, 0],
      ['multiple', 4, 0],
      ['invalid', 0, null],
      ['solved', 0, 15],
    ])
    expect(countsOf(bytesIn('results'))).toEqual(results.counts)
  })

  it('are read grid by grid as well', () => {
    const reader = new ResultsReader(bytesIn('results'))
    const grids = Buffer.alloc(162)
    for (const { puzzle, solution } of resultsIn(bytesIn('results'), chunk.options)) {
      reader.next()
      if (!reader.isPlainSolved) continue
      reader.copySolution(grids, 0)
      reader.copyPuzzle(grids, 0, grids, 81)
      expect(grids.toString('latin1')).toBe(`${solution}${puzzle}`)
    }
    expect(reader.next()).toBe(false)
  })

  it('are read as puzzles that can be sent again', () => {
    expect(firstStatus(bytesIn('failed'))).toBe('failed')
    expect([...puzzlesIn(bytesIn('failed'))]).toEqual([...chunk.puzzles])
  })
})

/** Results as searches of another version left them, which came to the same. */
function bySearchesOf(searchVersion: number, results: readonly PuzzleResult[]): PuzzleResult[] {
  return results.map((result) => ({ ...result, searchVersion }))
}
