import { describe, expect, it, onTestFinished } from 'vitest'
import { Playback } from '../../web/watch/playback.ts'
import type { Frame } from '../../web/watch/search-tape.ts'
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
    this.tell({
      kind: 'recorded',
      recording: { length, backtracks: 0, end, depths: { stretchLength: 1, stretches: [] } },
    })
  }
  /** The frame asked for last. */
  get frameAsked(): number | undefined {
    return this.requests.findLast((ask) => ask.kind === 'frame')?.step
  }
  get framesAsked(): number[] {
    return this.requests.flatMap((ask) => (ask.kind === 'frame' ? [ask.step] : []))
  }
  /** Answers until it is asked for no other frame. */
  showAll(): void {
    for (let told = -1; told < this.framesAsked.length; ) {
      told = this.framesAsked.length
      this.tell({ kind: 'frame', frame: frameAt(this.frameAsked ?? 0) })
    }
  }
}

function frameAt(step: number): Frame {
  const none = new Uint8Array(81)
  return {
    ...{ step, last: undefined, lesson: undefined, candidates: 0, digits: none, origins: none },
    ...{ depth: 0, backtracks: 0, undone: new Uint32Array(81), isSolution: false, explored: 0 },
  }
}

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

  it('matches answers about backtracks to their questions', async () => {
    const { worker, watched } = tape()
    const first = watched.backtrack('next', 3)
    const second = watched.backtrack('previous', 9)
    const [{ id: one }, { id: two }] = worker.requests.filter((ask) => ask.kind === 'backtrack')
    worker.tell({ kind: 'backtrack', id: two, step: undefined })
    worker.tell({ kind: 'backtrack', id: one, step: 4 })
    expect(await Promise.all([first, second])).toEqual([4, undefined])
  })

  it('says so when its worker fails, and ends it when it is closed', () => {
    const { worker, watched } = tape()
    worker.onerror({ message: 'out of memory', preventDefault() {} })
    expect(watched.state.failure).toBe('out of memory')
    watched.close()
    expect(worker.isTerminated).toBe(true)
  })
})

describe('a playback', () => {
  function two(lengths: readonly [number, number], speed = 100) {
    const tapes = [tape(), tape()]
    let rests = 0
    const playback = new Playback(
      tapes.map(({ watched }) => watched),
      speed,
      () => rests++,
    )
    const showAll = () => {
      for (const { worker } of tapes) worker.showAll()
    }
    tapes.forEach(({ worker }, i) => {
      worker.record(lengths[i], 'enough')
    })
    showAll()
    const steps = () => tapes.map(({ watched }) => watched.state.frame?.step)
    return { playback, workers: tapes.map(({ worker }) => worker), showAll, steps, rests: () => rests }
  }

  it('keeps two tapes in step, each to its own end', () => {
    const { playback, showAll, steps } = two([20, 7])
    playback.stepBy(5)
    showAll()
    expect(steps()).toEqual([5, 5])
    playback.stepBy(5)
    showAll()
    expect(steps()).toEqual([10, 7])
    playback.toEnd()
    showAll()
    expect(steps()).toEqual([20, 7])
    playback.toStart()
    showAll()
    expect(steps()).toEqual([0, 0])
  })

  it('speaks when it has come to rest where somebody asked for it, never while it plays', () => {
    const { playback, showAll, rests } = two([20, 7])
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

  it('stops at the nearest backtrack of any tape, and at the end where there is none', async () => {
    const { playback, workers, showAll } = two([20, 7])
    const answer = (...steps: (number | undefined)[]) => {
      workers.forEach((worker, i) => {
        const ask = worker.requests.findLast((asked) => asked.kind === 'backtrack')
        if (ask) worker.tell({ kind: 'backtrack', id: ask.id, step: steps[i] })
      })
      showAll()
    }
    for (const [direction, answers, step] of [
      ['next', [9, 4], 4],
      ['next', [9, undefined], 9],
      ['previous', [2, 4], 4],
      ['next', [undefined, undefined], 20],
      ['previous', [undefined, undefined], 0],
    ] as const) {
      const sought = playback.toBacktrack(direction)
      await Promise.resolve()
      answer(...answers)
      await sought
      expect(playback.state.step).toBe(step)
    }
  })

  it('goes two backtracks on when it is told to twice at once, and none when something else is asked for', async () => {
    const { playback, workers } = two([20, 7])
    const [left, right] = workers
    const asks = () => left.requests.filter((asked) => asked.kind === 'backtrack')
    const answerLast = (step: number) => {
      for (const worker of [left, right]) {
        worker.tell({ kind: 'backtrack', id: asks()[asks().length - 1].id, step: worker === left ? step : undefined })
      }
    }
    const first = playback.toBacktrack('next')
    const second = playback.toBacktrack('next')
    await expect.poll(asks).toHaveLength(1)
    answerLast(4)
    await first
    await expect.poll(asks).toHaveLength(2)
    answerLast(9)
    await second
    expect(asks().map(({ from }) => from)).toEqual([0, 4])
    expect(playback.state.step).toBe(9)

    const third = playback.toBacktrack('next')
    await expect.poll(asks).toHaveLength(3)
    playback.stepBy(1)
    answerLast(15)
    await third
    expect(playback.state.step).toBe(10)
  })

  it('goes to a backtrack though the speed is changed while it is looked for', async () => {
    const { playback, workers } = two([20, 7])
    const sought = playback.toBacktrack('next')
    await Promise.resolve()
    playback.setSpeed(100)
    for (const worker of workers) {
      const ask = worker.requests.findLast((asked) => asked.kind === 'backtrack')
      if (ask) worker.tell({ kind: 'backtrack', id: ask.id, step: 6 })
    }
    await sought
    expect(playback.state).toMatchObject({ step: 6, player: { speed: 100 } })
  })

  it('follows a search that is being recorded, at its end', () => {
    const { worker, watched } = tape()
    let rests = 0
    const playback = new Playback([watched], 10, () => rests++)
    worker.record(100)
    playback.toEnd()
    worker.showAll()
    expect(watched.state.frame?.step).toBe(100)
    worker.record(250)
    worker.showAll()
    expect(watched.state.frame?.step).toBe(250)
    expect(rests).toBe(0)
    worker.record(300, 'enough')
    worker.showAll()
    expect(watched.state.frame?.step).toBe(300)
    expect(rests).toBe(1)
  })
})
