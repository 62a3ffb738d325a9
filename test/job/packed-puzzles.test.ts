import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refuse } from '../../shared/checked.ts'
import {
  HEAD_BYTES,
  PackedGrids,
  packLines,
  packPuzzles,
  unpackPuzzles,
} from '../../shared/job/packed/packed-puzzles.ts'
import { Puzzles } from '../../shared/job/puzzles.ts'
import { GRID as PLAIN, SOLUTION } from '../api/grids.ts'
import { entries, kept, plainText } from './entries.ts'

/** The grids in some bytes, which have to be good. */
function gridsIn(bytes: Uint8Array): PackedGrids {
  const grids = PackedGrids.checked(bytes)
  if (!grids.ok) throw new Error(grids.error)
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
        expect(PackedGrids.checked(packed.slice(0, end % packed.length))).toEqual(refuse(expect.any(String)))
        const longer = new Uint8Array([...packed, ...Array(more).fill(255)])
        expect(PackedGrids.checked(longer)).toEqual(refuse(expect.any(String)))
        // The head may lie, too.
        for (const bytes of [packed.slice(0, end % packed.length), longer]) {
          if (bytes.length < HEAD_BYTES) continue
          new DataView(bytes.buffer).setUint32(HEAD_BYTES - 4, bytes.length - HEAD_BYTES, true)
          const error = `expected ${asked.length} grids, found ${bytes === longer ? 'more' : 'fewer'}`
          expect(PackedGrids.checked(bytes)).toEqual(refuse(error))
        }
      }),
    )
  })

  it('are refused where anything but plain grids is among them', () => {
    fc.assert(
      fc.property(grids, fc.nat(30), (asked, place) => {
        const { id, text } = { id: 'named', text: asked[0].text }
        const mixed = asked.toSpliced(place, 0, fc.sample(fc.constantFrom({ id, text }, { text: 'x' }), 1)[0])
        expect(PackedGrids.checked(packPuzzles(Puzzles.of(mixed)))).toEqual(refuse(expect.stringContaining('plain')))
      }),
    )
  })
})

it('lines are packed as their puzzles are, and left alone where one is no plain grid', () => {
  const lines = [PLAIN, PLAIN.replace('5', '0'), '.'.repeat(81)]
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`)
  const expected = packPuzzles(Puzzles.of(lines.map((text) => ({ text }))))
  expect(packLines(bytes)).toEqual(expected)
  expect(packLines(bytes.subarray(0, -1))).toEqual(expected)
  for (const other of [`${PLAIN}\r\n`, `# ${PLAIN}\n`, `${PLAIN}\n\n`, `${PLAIN.slice(1)}x\n`, `${PLAIN}1\n`]) {
    expect(packLines(new TextEncoder().encode(other))).toBeUndefined()
  }
})
