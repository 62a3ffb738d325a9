import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  FASTEST,
  movedTo,
  Playback,
  type Player,
  played,
  SLOWEST,
  sliderOf,
  speedAt,
  stepOf,
  toggled,
} from '../../web/watch/playback.ts'
import type { Frame } from '../../web/watch/search-tape.ts'
import { commandFor } from '../../web/watch/transport.tsx'
import { type TapeReply, type TapeRequest, WatchedTape } from '../../web/watch/watched-tape.ts'

const PUZZLE = { size: 9, rules: 'classic', text: '.'.repeat(81) } as const

/** Stands where the worker stands: notes what it is asked, and answers when the test says so. */
class FakeWorker {
  onmessage = (_: { readonly data: TapeReply }): void => {}
  onerror = (_: { readonly message: string; preventDefault(): void }): void => {}
  readonly requests: TapeRequest[] = []
  isTerminated = false
  postMessage(request: TapeRequest): void {
    this.requests.push(request)
  }
  terminate(): void {
    this.isTerminated = true
  }
  tell(data: TapeReply): void {
    this.onmessage({ data })
  }
  record(length: number, end?: 'enough'): void {
    const depths = { stretchLength: 1, stretches: [] }
    this.tell({ kind: 'recorded', recording: { length, backtracks: 0, end, depths } })
  }
  get stepsSought() {
    return this.requests.filter((ask) => ask.kind === 'seek')
  }
  tellFound(step: number | undefined): void {
    this.tell({ kind: 'found', step })
  }
  get framesAsked(): number[] {
    return this.requests.flatMap((ask) => (ask.kind === 'frame' ? [ask.step] : []))
  }
  showAll(): void {
    for (let told = -1; told < this.framesAsked.length; ) {
      told = this.framesAsked.length
      this.tell({ kind: 'frame', frame: frameAt(this.framesAsked.at(-1) ?? 0) })
    }
  }
}

const frameAt = (step: number) => ({ step, backtracks: 0 }) as Frame

function tape() {
  const worker = new FakeWorker()
  const watched = new WatchedTape(PUZZLE, 'singles', worker as unknown as Worker)
  onTestFinished(() => watched.close())
  return { worker, watched }
}

describe('a watched tape', () => {
  it('asks for one frame at a time, and of those wanted meanwhile for the last', () => {
    const { worker, watched } = tape()
    worker.record(1000)
    for (const step of [5, 6, 7, 8]) watched.show(step)
    expect(worker.framesAsked).toEqual([0])
    worker.tell({ kind: 'frame', frame: frameAt(0) })
    expect(worker.framesAsked).toEqual([0, 8])
    worker.tell({ kind: 'frame', frame: frameAt(8) })
    expect(watched.state.frame?.step).toBe(8)
    watched.show(8)
    expect(worker.framesAsked).toEqual([0, 8])
  })

  it('takes steps that were found for answers in the order of its questions', async () => {
    const { worker, watched } = tape()
    const answers = Promise.all([watched.seek('dead end', 3), watched.seek('dead end before', 9)])
    for (const step of [4, undefined]) worker.tellFound(step)
    expect(await answers).toEqual([4, undefined])
  })

  it('says so when its worker fails, and ends it when it is closed', () => {
    const { worker, watched } = tape()
    worker.onerror({ message: 'out of memory', preventDefault() {} })
    expect(watched.state.failure).toBe('The search could not be started.')
    watched.close()
    expect(worker.isTerminated).toBe(true)
  })
})

describe('a playback', () => {
  function two(...lengths: readonly [number, number]) {
    const [left, right] = [tape(), tape()]
    const workers = [left.worker, right.worker]
    let rests = 0
    const playback = new Playback([left.watched, right.watched], 100, () => rests++)
    const showAll = () => {
      for (const worker of workers) worker.showAll()
    }
    for (const [i, worker] of workers.entries()) worker.record(lengths[i], 'enough')
    showAll()
    const steps = () => [left.watched.state.frame?.step, right.watched.state.frame?.step]
    return { playback, workers, showAll, steps, rests: () => rests }
  }

  it('keeps two tapes in step, each to its own end', () => {
    const { playback, showAll, steps } = two(20, 7)
    for (const [move, shown] of [
      [() => playback.stepBy(5), [5, 5]],
      [() => playback.stepBy(5), [10, 7]],
      [() => playback.to(Number.POSITIVE_INFINITY), [20, 7]],
      [() => playback.to(0), [0, 0]],
    ] as const) {
      const before = playback.state.shown
      move()
      expect(playback.state.shown).toBe(Math.min(before, shown[0]))
      showAll()
      expect(steps()).toEqual(shown)
      expect(playback.state.shown).toBe(shown[0])
    }
  })

  it('speaks when it has come to rest where somebody asked for it, never while it plays', () => {
    const { playback, showAll, rests } = two(20, 7)
    playback.toggle()
    for (let i = 0; i < 10; i++) {
      playback.tick(10)
      showAll()
    }
    expect(rests()).toBe(0)
    playback.toggle()
    expect(rests()).toBe(1)
    playback.stepBy(1)
    // Not before the frames are there.
    expect(rests()).toBe(1)
    showAll()
    expect(rests()).toBe(2)
    playback.scrub(3)
    showAll()
    expect(rests()).toBe(2)
    playback.toggle()
    playback.tick(500)
    showAll()
    expect(playback.state).toMatchObject({ step: 20, player: { isPlaying: false } })
    expect(rests()).toBe(3)
  })

  it('stops at the nearest step of a kind in any tape, and at the end where there is none', async () => {
    const { playback, workers, showAll } = two(20, 7)
    for (const [direction, answers, step] of [
      ['dead end', [9, 4], 4],
      ['dead end', [9, undefined], 9],
      ['dead end before', [2, 4], 4],
      ['dead end', [undefined, undefined], 20],
      ['dead end before', [undefined, undefined], 0],
    ] as const) {
      const sought = playback.seek(direction)
      await Promise.resolve()
      // To change the speed meanwhile is nothing else that was asked for.
      playback.setSpeed(50 + step)
      for (const [i, worker] of workers.entries()) worker.tellFound(answers[i])
      showAll()
      await sought
      expect(playback.state).toMatchObject({ step, player: { speed: 50 + step } })
    }
  })

  it('knows of no dead end ahead where a search took no backtrack', () => {
    const { playback, workers, showAll } = two(20, 7)
    for (const worker of workers) worker.record(20)
    expect(playback.state.hasDeadEndAhead).toBe(true)
    for (const worker of workers) worker.record(20, 'enough')
    showAll()
    expect(playback.state.hasDeadEndAhead).toBe(false)
  })

  it('goes two dead ends on when it is told to twice at once, and none when something else is asked for', async () => {
    const { playback, workers } = two(20, 7)
    const [left, right] = workers
    const answer = async (question: number, step: number) => {
      await expect.poll(() => left.stepsSought).toHaveLength(question)
      if (question === 3) playback.stepBy(1)
      left.tellFound(step)
      right.tellFound(undefined)
    }
    const sought = [playback.seek('dead end'), playback.seek('dead end')]
    await answer(1, 4)
    await answer(2, 9)
    await Promise.all(sought)
    expect(left.stepsSought.map(({ from }) => from)).toEqual([0, 4])
    expect(playback.state.step).toBe(9)

    const third = playback.seek('dead end')
    await answer(3, 15)
    await third
    expect(playback.state.step).toBe(10)
  })

  it('follows a search that is being recorded, at its end', () => {
    const { worker, watched } = tape()
    let rests = 0
    const playback = new Playback([watched], 10, () => rests++)
    for (const [length, end] of [[100], [250], [300, 'enough']] as const) {
      worker.record(length, end)
      if (length === 100) playback.to(Number.POSITIVE_INFINITY)
      worker.showAll()
      expect([watched.state.frame?.step, rests]).toEqual([length, end ? 1 : 0])
    }
  })
})

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

  it('stops at the end, from which it starts again, and waits where the recording has got to', () => {
    const ended = played({ ...PLAYING, position: 9.5 }, 100, done(10))
    expect(ended).toEqual({ ...STILL, position: 10 })
    expect(toggled(ended, done(10))).toEqual(PLAYING)
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

  it('keeps to the end while it moves away, and to the start', () => {
    expect(movedTo(STILL, Number.NEGATIVE_INFINITY).position).toBe(0)
    const atEnd = movedTo(PLAYING, Number.POSITIVE_INFINITY)
    expect(stepOf(atEnd, growing(10))).toBe(10)
    expect(stepOf(atEnd, growing(500))).toBe(500)
    expect(atEnd.isPlaying).toBe(false)
    expect(played(toggled(atEnd, growing(500)), 10, growing(600)).position).toBe(600)
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
    commandFor(
      { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, defaultPrevented: false, ...more },
      { matches: (selectors) => selectors.split(', ').includes(target) },
    )

  it.each<[key: string, target: string, name: string | undefined, more?: object]>([
    [' ', 'section', 'Play or pause'],
    // For somebody who has just followed a link here, where a space would scroll.
    [' ', 'body', 'Play or pause'],
    [' ', 'a', 'Play or pause'],
    ['ArrowRight', 'button', 'Step forward'],
    ['ArrowLeft', 'button', 'Step back'],
    ['Home', 'section', 'To the start'],
    ['End', 'section', 'To the end'],
    ['d', 'button', 'Next dead end'],
    ['D', 'button', 'Previous dead end', { shiftKey: true }],
    ['C', 'button', 'Candidates'],
    ['?', 'body', 'These keys', { shiftKey: true }],
    ['x', 'section', undefined],
    // The element that has the focus needs these itself.
    [' ', 'button', undefined],
    ['ArrowRight', 'input', undefined],
    ['d', 'select', undefined],
    ['ArrowDown', 'select', undefined],
    // It needs these no more than the puzzle that is on the board.
    ['ArrowRight', 'select', 'Step forward'],
    ['d', 'input:not([type=range])', undefined],
    ['ArrowRight', 'div', undefined, { defaultPrevented: true }],
    ['ArrowLeft', 'section', undefined, { altKey: true }],
    ['d', 'section', undefined, { ctrlKey: true }],
  ])('%j on %s does: %s', (key, target, name, more) => {
    expect(press(key, target, more)?.name).toBe(name)
  })
})
