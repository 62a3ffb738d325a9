import { type ContainerNode, h, render } from 'preact'
import { expect, it, onTestFinished, vi } from 'vitest'
import { memo } from '../../web/ui/memo.ts'

it('draws a component once as long as its properties stay the same', () => {
  vi.stubGlobal('document', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const draws: object[] = []
  const Drawn = memo((props: { readonly digit?: number; readonly size?: number }) => {
    draws.push({ ...props })
    return null
  })
  // Preact asks a root for no more than this where components draw no element.
  const page = { nodeType: 1, firstChild: null, childNodes: [] } as unknown as ContainerNode
  for (let times = 0; times < 3; times++) render(h(Drawn, { digit: 5, size: 0 }), page)
  expect(draws).toEqual([{ digit: 5, size: 0 }])
})
