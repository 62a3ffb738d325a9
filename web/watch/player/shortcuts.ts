/** What a key does in the player. */
export type Shortcut = 'toggle' | 'forward' | 'back' | 'start' | 'end' | 'next backtrack' | 'previous backtrack'

/** A key as it was pressed; prevented where the grid took it. */
type Press = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

/** What a key means; undefined where it belongs to what has the focus: to a field, a slider, a button or the grid. */
export function shortcutFor(press: Press, target: { matches(selectors: string): boolean }): Shortcut | undefined {
  const { key } = press
  if (press.ctrlKey || press.metaKey || press.altKey || press.defaultPrevented) return undefined
  if (target.matches('select, textarea, input:not([type=range])')) return undefined
  if (key === ' ') return target.matches('button, a, summary') ? undefined : 'toggle'
  if (key === 'b' || key === 'B') return press.shiftKey ? 'previous backtrack' : 'next backtrack'
  return target.matches('input') ? undefined : MOVES[key]
}

const MOVES: Readonly<Record<string, Shortcut>> = {
  ArrowRight: 'forward',
  ArrowLeft: 'back',
  Home: 'start',
  End: 'end',
}
