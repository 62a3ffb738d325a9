import { Broken } from './broken.ts'
import { Chance } from './chance.ts'

/** Something whose code runs in the world: an invocation of a function, or a client. */
export interface Task {
  readonly name: string
  state: 'running' | 'ended' | 'killed'
  /** Calls to the outside, and pauses, that it waits for. */
  waiting: number
  /** Milliseconds by which its clock is ahead, as it was busy. */
  ahead: number
  readonly killed: () => void
}

/** Hears how a task ended. */
export interface Endings<T> {
  readonly ended?: (outcome: Outcome<T>) => void
  readonly killed?: () => void
}

interface Event {
  readonly at: number
  readonly run: () => void
  /** The code that goes on then. */
  readonly task: Task | undefined
}

const START = Date.UTC(2026, 0, 1)
/** No history needs as many: one that does goes round in circles. */
const MOST_EVENTS = 60_000

/**
 * A world with a clock of its own. What happens next is the event that lies first in time, and which that is, the
 * seed alone decides. Code runs only as the consequence of an event, and the next event waits until all code that
 * runs waits for an event itself: so one seed is one history.
 *
 *     event ──▶ task's code runs ──▶ call(…) ──▶ event, some milliseconds later ──▶ …
 */
export class World {
  readonly chance: Chance
  /** What happened, line by line, where that is asked for. */
  readonly trace: string[] = []
  now = START
  /** The code that runs. */
  task: Task | undefined
  /** How many events there have been. */
  step = 0
  /** Soonest last. */
  readonly #events: Event[] = []
  readonly #isTraced: boolean
  #tasks = 0
  #failure: unknown

  constructor(seed: number | string, isTraced = false) {
    this.chance = new Chance(seed)
    this.#isTraced = isTraced
  }

  /** Ends the history. */
  fail(error: unknown): void {
    this.#failure ??= error
  }

  log(line: string): void {
    if (this.#isTraced) this.trace.push(`${((this.now - START) / 1000).toFixed(3).padStart(10)} s  ${line}`)
  }

  /** The clock as the running task sees it. */
  clock(): number {
    return this.now + (this.task?.ahead ?? 0)
  }

  after(delayMs: number, run: () => void, task?: Task): void {
    const event = { at: this.now + delayMs, run, task }
    let [from, to] = [0, this.#events.length]
    while (from < to) {
      const middle = (from + to) >> 1
      // If two are at one time, the one that was there first comes first.
      if (this.#events[middle].at > event.at) from = middle + 1
      else to = middle
    }
    this.#events.splice(from, 0, event)
  }

  start<T>(
    name: string,
    work: () => Promise<T>,
    { ended = () => {}, killed = () => {} }: Endings<T> = {},
    delayMs = 0,
  ): Task {
    const task: Task = { name: `${name}.${++this.#tasks}`, state: 'running', waiting: 0, ahead: 0, killed }
    const end = (outcome: Outcome<T>) => {
      if (task.state !== 'running') return
      task.state = 'ended'
      ended(outcome)
    }
    const begin = () => {
      work()
        .then(
          (value) => end({ value }),
          (error) => (error instanceof Broken ? this.fail(error) : end({ error })),
        )
        .catch((error) => this.fail(error))
    }
    this.after(delayMs, begin, task)
    return task
  }

  /** Ends a task as SIGKILL does: none of its code runs ever again. */
  kill(task: Task, why: string): void {
    if (task.state !== 'running') return
    this.log(`${task.name} dies: ${why}`)
    task.state = 'killed'
    task.killed()
  }

  /**
   * Has the running task wait until something is done.
   *
   * @param act called after the delay, with whether the task still waits for it
   */
  call<T>(delayMs: number, act: (isAwaited: boolean, task: Task) => T): Promise<T> {
    const { task } = this
    if (!task) throw new Error('only a task can wait')
    const busyMs = task.ahead
    task.ahead = 0
    task.waiting++
    return new Promise((resolve) => {
      const goOn = () => {
        const result = act(task.state === 'running', task)
        if (task.state !== 'running') return
        task.waiting--
        resolve(result)
      }
      this.after(busyMs + delayMs, goOn, task)
    })
  }

  pause(ms: number): Promise<void> {
    return this.call(ms, () => {})
  }

  /** Goes on until nothing is left to happen. */
  async run(): Promise<void> {
    for (let event = this.#events.pop(); event; event = this.#events.pop()) {
      if (++this.step > MOST_EVENTS) throw new Broken('all comes to rest', `${MOST_EVENTS} events and no end`)
      this.now = event.at
      this.task = event.task
      event.run()
      if (event.task) await settled(event.task)
      this.task = undefined
      if (this.#failure) throw this.#failure
    }
  }
}

export type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/** All code that runs has come to where it waits for an event: what does not, like reading a body, is waited for here. */
async function settled(task: Task): Promise<void> {
  do await new Promise(setImmediate)
  while (task.state === 'running' && task.waiting === 0)
}
