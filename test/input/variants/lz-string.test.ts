import * as fc from 'fast-check'
import lz from 'lz-string'
import { describe, expect, it } from 'vitest'
import { unpacked } from '../../../shared/input/variants/payload.ts'

const MOST = 100_000
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 2_000 }),
  fc.string({ unit: fc.constantFrom('ÿ', 'Ā', '漢', '\ud800', '"', '{'), maxLength: 300 }),
)

describe('beside the package of that name', () => {
  it('unpacks what that packs', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const payload = lz.compressToBase64(text).replace(/=+$/, '')
        expect(unpacked(payload, MOST)).toEqual({ ok: true, value: text.toWellFormed() })
      }),
    )
  })

  it('what it unpacks of any payload, that does, too', () => {
    const payloads = fc.string({
      unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'),
    })
    fc.assert(
      fc.property(payloads, (payload) => {
        const text = unpacked(payload, MOST)
        if (text.ok) expect(lz.decompressFromBase64(payload)?.toWellFormed()).toBe(text.value)
      }),
    )
  })
})

it('a payload that is cut off is refused', () => {
  const payload = lz.compressToBase64('{"size":9,"title":"rows and columns"}').replace(/=+$/, '')
  for (let length = 0; length < payload.length - 1; length++) {
    expect(unpacked(payload.slice(0, length), MOST)).toEqual({
      ok: false,
      error: 'it is cut off, or no LZ-string: copy the whole link',
    })
  }
})

it('characters that base64 has not are refused', () => {
  expect(unpacked('N4Ig*', MOST).ok).toBe(false)
  expect(unpacked('N4Ig漢', MOST).ok).toBe(false)
})

describe('a payload that unpacks to more than it may', () => {
  // Each token is a character longer than the one before: 40 KB would stand for a hundred million; the package takes a minute to pack twenty.
  const payload = lz.compressToBase64('a'.repeat(10 * MOST))

  it('is refused as soon as it does', () => {
    expect(payload.length).toBeLessThan(MOST / 20)
    expect(unpacked(payload, MOST)).toEqual({ ok: false, error: `it unpacks to more than ${MOST} characters` })
  })

  it('may have just as many', () => {
    expect(unpacked(lz.compressToBase64('a'.repeat(MOST)), MOST)).toMatchObject({ ok: true })
    expect(unpacked(lz.compressToBase64('a'.repeat(MOST + 1)), MOST)).toMatchObject({ ok: false })
  })
})
