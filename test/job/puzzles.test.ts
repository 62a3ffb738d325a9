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
