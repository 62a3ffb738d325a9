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
    const depths = { stretchLength: 1, stretches: [] }
    this.tell({ kind: 'recorded', recording: { length, backtracks: 0, end, depths } })
  }
  get backtracksAsked() {
    return this.requests.filter((ask) => ask.kind === 'backtrack')
  }
  /** Answers the last question for a backtrack. */
  tellBacktrack(step: number | undefined): void {
    const id = this.backtracksAsked.at(-1)?.id
    if (id !== undefined) this.tell({ kind: 'backtrack', id, step })
  }
  get framesAsked(): number[] {
    return this.requests.flatMap((ask) => (ask.kind === 'frame' ? [ask.step] : []))
  }
  /** Answers until it is asked for no other frame. */
  showAll(): void {
    for (let told = -1; told < this.framesAsked.length; ) {
      told = this.framesAsked.length
      this.tell({ kind: 'frame', frame: frameAt(this.framesAsked.at(-1) ?? 0) })
    }
  }
}

function frameAt(step: number): Frame {
  return { step } as Frame
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
    const [{ id: one }, { id: two }] = worker.backtracksAsked
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
    for (const [move, shown] of [
      [() => playback.stepBy(5), [5, 5]],
      [() => playback.stepBy(5), [10, 7]],
      [() => playback.toEnd(), [20, 7]],
      [() => playback.toStart(), [0, 0]],
    ] as const) {
      move()
      showAll()
      expect(steps()).toEqual(shown)
    }
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
    for (const [direction, answers, step] of [
      ['next', [9, 4], 4],
      ['next', [9, undefined], 9],
      ['previous', [2, 4], 4],
      ['next', [undefined, undefined], 20],
      ['previous', [undefined, undefined], 0],
    ] as const) {
      const sought = playback.toBacktrack(direction)
      await Promise.resolve()
      // To change the speed meanwhile is nothing else that was asked for.
      playback.setSpeed(50 + step)
      workers.forEach((worker, i) => {
        worker.tellBacktrack(answers[i])
      })
      showAll()
      await sought
      expect(playback.state).toMatchObject({ step, player: { speed: 50 + step } })
    }
  })

  it('goes two backtracks on when it is told to twice at once, and none when something else is asked for', async () => {
    const { playback, workers } = two([20, 7])
    const [left, right] = workers
    const answer = async (question: number, step: number) => {
      await expect.poll(() => left.backtracksAsked).toHaveLength(question)
      if (question === 3) playback.stepBy(1)
      left.tellBacktrack(step)
      right.tellBacktrack(undefined)
    }
    const sought = [playback.toBacktrack('next'), playback.toBacktrack('next')]
    await answer(1, 4)
    await answer(2, 9)
    await Promise.all(sought)
    expect(left.backtracksAsked.map(({ from }) => from)).toEqual([0, 4])
    expect(playback.state.step).toBe(9)

    const third = playback.toBacktrack('next')
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
      if (length === 100) playback.toEnd()
      worker.showAll()
      expect([watched.state.frame?.step, rests]).toEqual([length, end ? 1 : 0])
    }
  })
})
