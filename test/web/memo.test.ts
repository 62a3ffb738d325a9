import { type ContainerNode, h, render } from 'preact'
import { beforeEach, expect, it, vi } from 'vitest'
import { memo } from '../../web/ui/memo.ts'

/** The properties of each draw so far. */
let draws: object[] = []
const Drawn = memo((props: { readonly digit?: number; readonly size?: number }) => {
  draws.push({ ...props })
  return null
})
/** A root for components that draw no element; Preact asks a root for no more than this. */
const root = () => ({ nodeType: 1, firstChild: null, childNodes: [] }) as unknown as ContainerNode

beforeEach(() => {
  draws = []
  vi.stubGlobal('document', {})
  return () => vi.unstubAllGlobals()
})

it('draws a component once as long as its properties stay the same', () => {
  const page = root()
  for (let times = 0; times < 3; times++) render(h(Drawn, { digit: 5, size: 0 }), page)
  expect(draws).toEqual([{ digit: 5, size: 0 }])
})
