import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Puzzles, PuzzlesBuilder } from '../../shared/job/puzzles.ts'
import { entries, kept, plainText } from './entries.ts'

it('slices as an array does, and slices of slices too', () => {
  fc.assert(
    fc.property(entries(40), fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40), (asked, a, b, c, d) => {
      const all = asked.map(kept)
      const [from, to] = [Math.min(a, b, all.length), Math.min(Math.max(a, b), all.length)]
      const [within, end] = [Math.min(c, d, to - from), Math.min(Math.max(c, d), to - from)]
      const slice = Puzzles.of(asked).slice(from, to)
      expect([...slice]).toEqual(all.slice(from, to))
      expect([...slice.slice(within, end)]).toEqual(all.slice(from, to).slice(within, end))
      expect([...slice.slice(within)]).toEqual(all.slice(from, to).slice(within))
    }),
  )
})

it('is cut into runs as it is sliced', () => {
  fc.assert(
    fc.property(entries(40), fc.integer({ min: 1, max: 50 }), (asked, size) => {
      const puzzles = Puzzles.of(asked)
      const starts = Array.from({ length: Math.ceil(asked.length / size) }, (_, i) => i * size)
      const slices = starts.map((from) => puzzles.slice(from, Math.min(from + size, asked.length)))
      expect([...puzzles.cut(size)]).toEqual(slices)
    }),
  )
})

it('takes plain grids as bytes, whatever stands around them, and refuses bytes that are none', () => {
  fc.assert(
    fc.property(fc.array(plainText, { minLength: 1 }), fc.nat(80), fc.nat(2), (texts, cell, expected) => {
      const builder = new PuzzlesBuilder(expected)
      for (const text of texts) {
        expect(builder.addPlain(Buffer.from(`##${text}##`), 2)).toBe(true)
        const spoiled = `${text.slice(0, cell)}x${text.slice(cell + 1)}`
        expect(builder.addPlain(Buffer.from(spoiled), 0)).toBe(false)
      }
      expect([...builder.build()]).toEqual(texts.map((text) => kept({ text })))
    }),
  )
})

it('keeps the head of a text that is far too long, and says why it was refused', () => {
  const [{ text, ...rest }] = Puzzles.of([{ text: '1'.repeat(9000), id: 'long' }])
  expect(text).toBe(`${'1'.repeat(100)}…`)
  expect(rest).toEqual({ id: 'long', refused: 'found 9000 characters, expected at most 8192' })
})
