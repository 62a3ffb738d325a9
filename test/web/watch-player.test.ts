import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FASTEST,
  movedTo,
  type Player,
  played,
  SLOWEST,
  sliderOf,
  speedAt,
  stepOf,
  toggled,
} from '../../web/watch/playback.ts'
import { type Shortcut, shortcutFor } from '../../web/watch/transport.tsx'

const STILL: Player = { position: 0, isPlaying: false, speed: 100 }
const PLAYING: Player = { ...STILL, isPlaying: true }
const done = (length: number) => ({ length, isComplete: true })
const growing = (length: number) => ({ length, isComplete: false })

describe('a player', () => {
  it('goes as many steps as its speed and the time say, whatever the frames in between', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: SLOWEST, max: FASTEST }),
        (frames, speed) => {
          const end = frames.reduce((player, ms) => played(player, ms, done(1e9)), { ...PLAYING, speed })
          const seconds = frames.reduce((sum, ms) => sum + ms) / 1000
          expect(end.position).toBeCloseTo(speed * seconds, 6)
          expect(end.isPlaying).toBe(true)
        },
      ),
    )
  })

  it('stops at the end, and starts again from the beginning', () => {
    const ended = played({ ...PLAYING, position: 9.5 }, 100, done(10))
    expect(ended).toEqual({ ...STILL, position: 10 })
    expect(toggled(ended, done(10))).toEqual(PLAYING)
  })

  it('waits where the recording has got to, and goes on when there is more', () => {
    const waiting = played({ ...PLAYING, position: 9.5 }, 100, growing(10))
    expect(waiting).toEqual({ ...PLAYING, position: 10 })
    expect(played(waiting, 10, growing(20)).position).toBe(11)
    expect(played(waiting, 10, done(10)).isPlaying).toBe(false)
  })

  it('pauses at the step that is shown, and goes on from there', () => {
    const paused = toggled({ ...PLAYING, position: 3.7 }, done(10))
    expect(paused).toEqual({ ...STILL, position: 3 })
    expect(toggled(paused, done(10))).toEqual({ ...PLAYING, position: 3 })
  })

  it('does not leap over what a page in the background missed', () => {
    expect(played(PLAYING, 60_000, done(1e9)).position).toBe(50)
  })

  it('keeps to the end while it moves away', () => {
    const atEnd = movedTo(PLAYING, Number.POSITIVE_INFINITY)
    expect(stepOf(atEnd, growing(10))).toBe(10)
    expect(stepOf(atEnd, growing(500))).toBe(500)
    expect(atEnd.isPlaying).toBe(false)
    expect(played(toggled(atEnd, growing(500)), 10, growing(600)).position).toBe(600)
  })

  it('never stands before the start', () => {
    expect(movedTo(STILL, -1).position).toBe(0)
    expect(movedTo(STILL, Number.NEGATIVE_INFINITY).position).toBe(0)
  })

  it('has its speeds on a slider, each decade as wide as any other', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map(speedAt)).toEqual([1, 10, 100, 1000, 10_000])
    for (let slider = 0; slider <= 1; slider += 1 / 80) {
      expect(sliderOf(speedAt(slider))).toBeCloseTo(slider, 1)
      // A press of an arrow key makes it faster, also where speeds are whole numbers.
      if (slider >= 1 / 80) expect(speedAt(slider)).toBeGreaterThan(speedAt(slider - 1 / 80))
    }
  })
})

describe('a key in the player', () => {
  const press = (key: string, target: string, more = {}) =>
    shortcutFor(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more },
      { matches: (selectors) => selectors.split(', ').includes(target) },
    )

  it.each<[key: string, target: string, shortcut: Shortcut | undefined, more?: object]>([
    [' ', 'section', 'toggle'],
    // For somebody who has just followed a link here, where a space would scroll.
    [' ', 'body', 'toggle'],
    [' ', 'a', 'toggle'],
    ['ArrowRight', 'button', 'forward'],
    ['ArrowLeft', 'button', 'back'],
    ['Home', 'section', 'start'],
    ['End', 'section', 'end'],
    ['b', 'button', 'next backtrack'],
    ['B', 'button', 'previous backtrack', { shiftKey: true }],
    ['c', 'section', 'candidates'],
    ['H', 'button', 'heat'],
    ['?', 'body', 'keys', { shiftKey: true }],
    ['x', 'section', undefined],
    // The element that has the focus needs these itself.
    [' ', 'button', undefined],
    ['ArrowRight', 'input', undefined],
    ['b', 'select', undefined],
    ['b', 'input:not([type=range])', undefined],
    ['ArrowRight', 'div', undefined, { defaultPrevented: true }],
    ['ArrowLeft', 'section', undefined, { altKey: true }],
    ['b', 'section', undefined, { ctrlKey: true }],
  ])('%j on %s does: %s', (key, target, shortcut, more) => {
    expect(press(key, target, more)).toBe(shortcut)
  })
})
