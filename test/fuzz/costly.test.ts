import { expect, inject, it } from 'vitest'
import { VARIANT_EXAMPLES } from '../input/line-examples.ts'
import { costliest } from './costly.ts'

const EXAMPLES: readonly string[] = Object.values(VARIANT_EXAMPLES)

it('no body costs much more to read, byte by byte, than the puzzles that people send', { tags: ['long'] }, () => {
  const [usual] = costliest(`${inject('seed')}`, 0).filter(({ piece }) => EXAMPLES.includes(piece))
  const [dearest] = costliest(`${inject('seed')}`, 300)
  // A killer in arrows takes 0.7 µs a byte and more; a link that was damaged where slashes stand took 17.
  expect(dearest.cost / usual.cost, JSON.stringify(dearest)).toBeLessThan(3)
})
