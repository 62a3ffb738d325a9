import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import {
  HEAD_BYTES,
  type PackedGrids,
  packBody,
  packedBodyIn,
  packLines,
  packPuzzles,
  unpackPuzzles,
} from '../../shared/job/packed/packed-puzzles.ts'
import { type Entry, Puzzles } from '../../shared/job/puzzles.ts'
import { GRID as PLAIN, SOLUTION } from '../api/grids.ts'
import { entries, kept, plainText } from './entries.ts'

const jsonIn = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString())

/** The grids in some bytes, which have to be good. */
function gridsIn(bytes: Uint8Array): PackedGrids {
  const grids = packedBodyIn(bytes, jsonIn)
  if (!grids.ok) throw new Error(grids.error)
  if (grids.value instanceof Puzzles) throw new Error('they were unpacked')
  return grids.value
}

it('gives back any mix of puzzles, wherever the bytes lie', () => {
  fc.assert(
    fc.property(entries(40), fc.nat(7), (asked, offset) => {
      const packed = packPuzzles(Puzzles.of(asked))
      const moved = new Uint8Array(offset + packed.length + 3)
      moved.set(packed, offset)
      const unpacked = unpackPuzzles(moved.subarray(offset, offset + packed.length))
      expect(unpacked.count).toBe(asked.length)
      expect([...unpacked]).toEqual(asked.map(kept))
    }),
  )
})

it('takes at most 29 bytes for a plain puzzle of 34 givens', () => {
  const cells = fc.subarray(
    [...SOLUTION].map((_, cell) => cell),
    { minLength: 34, maxLength: 34 },
  )
  const puzzle = cells.map((given) => ({ text: [...SOLUTION].map((d, i) => (given.includes(i) ? d : '.')).join('') }))
  fc.assert(
    fc.property(fc.array(puzzle, { minLength: 100, maxLength: 120 }), (asked) => {
      expect(packPuzzles(Puzzles.of(asked)).length / asked.length).toBeLessThanOrEqual(29)
    }),
    { numRuns: 10 },
  )
})

describe('packed grids from outside', () => {
  const grids = fc.array(plainText, { minLength: 1, maxLength: 30 }).map((texts) => texts.map((text) => ({ text })))

  it('are cut into what packing the cut puzzles gives, without being unpacked', () => {
    fc.assert(
      fc.property(grids, fc.integer({ min: 1, max: 31 }), (asked, size) => {
        const puzzles = Puzzles.of(asked)
        const packed = gridsIn(packPuzzles(puzzles))
        expect(packed.count).toBe(asked.length)
        const cut = Array.from({ length: Math.ceil(asked.length / size) }, (_, i) =>
          puzzles.slice(i * size, Math.min(asked.length, (i + 1) * size)),
        )
        expect(Array.from(packed.cut(size), (run) => [...run])).toEqual(cut.map((run) => [...packPuzzles(run)]))
      }),
    )
  })

  it('are refused where they end early or go on, wherever that is', () => {
    fc.assert(
      fc.property(grids, fc.nat(2000), fc.integer({ min: 1, max: 70 }), (asked, end, more) => {
        const packed = packPuzzles(Puzzles.of(asked))
        expect(packedBodyIn(packed.slice(0, end % packed.length), jsonIn)).toEqual(refuse(expect.any(String)))
        const longer = new Uint8Array([...packed, ...Array(more).fill(255)])
        expect(packedBodyIn(longer, jsonIn)).toEqual(refuse(expect.any(String)))
        // The head may lie, too.
        for (const bytes of [packed.slice(0, end % packed.length), longer]) {
          if (bytes.length < HEAD_BYTES) continue
          new DataView(bytes.buffer).setUint32(HEAD_BYTES - 4, bytes.length - HEAD_BYTES, true)
          const error = `expected ${asked.length} grids, found ${bytes === longer ? 'more' : 'fewer'}`
          expect(packedBodyIn(bytes, jsonIn)).toEqual(refuse(error))
        }
      }),
    )
  })

  it('may have ids, solutions and a few bad ones with them, and no more than that', () => {
    const plain: Entry[] = Array.from({ length: 20 }, (_, i) => ({ text: PLAIN, given: SOLUTION, id: `${i}` }))
    const asked = [...plain, { text: 'x', given: SOLUTION }, { text: PLAIN }, { text: PLAIN, given: PLAIN }, ...plain]
    const body = packBody(Puzzles.of(asked)) ?? expect.fail('they are not packed')
    const read = packedBodyIn(body, jsonIn)
    expect(read.ok && [...(read.value as Puzzles)]).toEqual(asked)
    const json = jsonIn(body.subarray(body.indexOf(0x7b))) as { ids: unknown[]; notes: unknown[] }
    const changed = (change: object) => packedBodyIn(body, () => ({ ...json, ...change }))
    for (const change of [
      ...[{ ids: ['x'.repeat(129)] }, { ids: Array(44).fill('a') }, { ids: [7] }, { more: 1 }, { notes: {} }],
      { notes: json.notes.toReversed() },
      { notes: json.notes.slice(1) },
      ...[[43, {}], [0.5, {}], [42, { rules: {} }], [42, { refused: 'x' }], [42, { text: 7 }], 'x'].map((note) => ({
        notes: [...json.notes, note],
      })),
    ]) {
      expect(changed(change)).toEqual(refuse(expect.stringContaining('expected plain grids, with ids')))
    }
    const others: Entry[] = [
      { text: '1...', rules: { rules: ['diagonal'] } },
      { text: '\ufffd' },
      { text: 'x', id: '\ud800' },
    ]
    for (const other of others) expect(packBody(Puzzles.of([...plain, other]))).toBeUndefined()
    expect(packBody(Puzzles.of(Array(20).fill({ text: 'x' })))).toBeUndefined()
  })

  it('are refused where a solution is none', () => {
    const packed = packPuzzles(Puzzles.of([{ text: PLAIN, given: SOLUTION }]))
    const changed = packed.map((found, at) => (at < packed.length - 12 ? found : 255))
    expect(packedBodyIn(packed, jsonIn)).toMatchObject({ ok: true })
    expect(packedBodyIn(changed, jsonIn)).toEqual(refuse('expected a solved grid at byte 16'))
  })
})

it('lines are packed as their puzzles are, and left alone where one is no plain grid', () => {
  const lines = [PLAIN, PLAIN.replace('5', '0'), '.'.repeat(81)]
  const expected = packPuzzles(Puzzles.of(lines.map((text) => ({ text }))))
  for (const end of ['\n', '\r\n']) {
    const bytes = new TextEncoder().encode(lines.join(end))
    expect(packLines(bytes)).toEqual(expected)
    expect(packLines(Buffer.concat([bytes, Buffer.from(end)]))).toEqual(expected)
  }
  for (const other of [`${PLAIN}\r`, `# ${PLAIN}\n`, `${PLAIN}\n\n`, `${PLAIN.slice(1)}x\n`, `${PLAIN}1\n`]) {
    expect(packLines(new TextEncoder().encode(other))).toBeUndefined()
  }
})
