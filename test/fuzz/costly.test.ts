import { expect, inject, it } from 'vitest'
import { VARIANT_FORMATS } from '../../shared/input/variants/variant-formats.ts'
import { costliest } from './costly.ts'

it('no body costs much more to read, byte by byte, than links of puzzles', { tags: ['long'] }, () => {
  const links = costliest(`${inject('seed')}`, 0).filter(({ piece }) => piece === VARIANT_FORMATS.fPuzzles.example)
  expect(links).toHaveLength(1)
  const [dearest] = costliest(`${inject('seed')}`, 600)
  // A link that was damaged where slashes stand cost fifty times as much, and JSON with an error a line four times.
  expect(dearest.cost / links[0].cost, JSON.stringify(dearest)).toBeLessThan(4)
})
