import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Lesson, Observer, Step, Turn } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import {
  type Checkpoint,
  exploredShare,
  type Question,
  type Search,
  type SearchEnd,
  type Strategy,
} from '../../shared/sudoku/search/strategy.ts'
import {
  candidatesIn,
  cellIn,
  kindIn,
  kindNamed,
  type PackedStep,
  PLACE,
  packed,
  SearchState,
  type TriedGuess,
  TURN,
  UNDO,
  unpacked,
} from './search-state.ts'

/** The picture of a search after some step. */
export interface Frame
  extends Readonly<Pick<SearchState, 'step' | 'backtracks' | 'digits' | 'origins' | 'path' | 'tried'>> {
  /** The last step; none before the first. */
  readonly last: Step | Pick<Turn, 'kind'> | undefined
  /** Why the search turned, on the turn itself and on all that is undone because of it. */
  readonly lesson: Lesson | undefined
  /**
   * The digits that could stand in the last step's cell when it was chosen: no peer holds them, and the cell's mark allows them. None
   * where the search turns.
   */
  readonly candidates: DigitSet
  /**
   * The dead end that the last step left, if it took a guess back: the grid there, with all that was inferred from the guess,
   * and all that was tried in it. A search that learns tells it at its turn instead.
   */
  readonly left: { readonly digits: Digits; readonly tried: readonly TriedGuess[] } | undefined
  /** The share of the search's tree that is explored, as `exploredShare` has it. */
  readonly explored: number
}

/** A point from which the search can be resumed. */
interface Waypoint {
  readonly state: SearchState
  /** Undefined at the beginning of the search. */
  readonly checkpoint: Checkpoint | undefined
  /** The fewest guesses that stood at any step from here to the next. */
  least: number
}

/** The steps between two waypoints. */
interface Segment {
  readonly from: SearchState
  readonly steps: Uint32Array
  /** By the place of a turn among the steps. */
  readonly lessons: ReadonlyMap<number, Lesson>
}

/** So many claims of a clause are shown, and as many placements that are taken back: a turn takes a bounded room. */
const MOST_TOLD = 4

/** How waypoints are set. */
interface Spacing {
  /** How many backtracks the search makes at a time: few, so that recording can stop soon and waypoints be close. */
  readonly backtracks: number
  /** Steps from one waypoint to the next, at first. */
  readonly steps: number
  readonly mostWaypoints: number
  /** How many characters all that a search has learned by its waypoints may take. */
  readonly mostLearned: number
}
/**
 * 2,048 waypoints of a 9×9 grid take some 6 MB, and 100 million steps lie 50,000 to 100,000 apart. What is learned of a
 * hard 25×25 grid takes 0.6 MB, and is another after every thousand conflicts.
 */
const SPACING: Spacing = { backtracks: 16, steps: 512, mostWaypoints: 2048, mostLearned: 100_000_000 }

/**
 * A search that can be shown at any step, in bounded memory. It keeps no steps but waypoints, some way apart, from
 * which the search can be resumed, because it always goes the same way.
 *
 *     steps   ──────┬──────┬──────┬──────┬───▶ length
 *     waypoints     0      1      2      3                  when there are too many, every second is dropped
 *                          └ steps┘
 *                          recomputed to show one of them, and kept until a step of another segment is shown
 */
export class SearchTape {
  readonly profile = new DepthProfile()
  readonly #puzzle: Puzzle
  readonly #strategy: Strategy
  readonly #question: Question
  readonly #search: Search
  readonly #state: SearchState
  /** How the search ended; undefined while it is being recorded. */
  end: SearchEnd | undefined
  readonly #spacing: Spacing
  #waypoints: Waypoint[]
  /** The fewest guesses that stood since the last waypoint. */
  #least = 0
  #distance: number
  #segment: Segment
  /** The state of the frame shown last, somewhere in the segment. */
  #cursor: SearchState
  #shown: Frame | undefined

  constructor(puzzle: Puzzle, strategy: Strategy, question: Question, spacing = SPACING) {
    this.#puzzle = puzzle
    this.#strategy = strategy
    this.#question = question
    this.#spacing = spacing
    this.#distance = spacing.steps
    this.#state = new SearchState(puzzle.givens)
    this.#cursor = this.#state.copy()
    this.#waypoints = [{ state: this.#state.copy(), checkpoint: undefined, least: 0 }]
    this.#segment = { from: this.#waypoints[0].state, steps: new Uint32Array(), lessons: new Map() }
    this.profile.add(0)
    this.#search = this.#searchFrom(undefined, (step) => {
      this.#state.apply(step)
      const { depth } = this.#state
      if (depth < this.#least) this.#least = depth
      this.profile.add(depth)
    })
  }

  /** Searches on until the search ends or `isEnough`. */
  record(isEnough: () => boolean = () => false): void {
    while (!this.end && !isEnough()) {
      this.end = this.#search.run(this.#spacing.backtracks)
      const last = this.#waypoints[this.#waypoints.length - 1]
      if (!this.end && this.#state.step - last.state.step >= this.#distance) this.#setWaypoint()
    }
  }

  /** The steps recorded so far. */
  get length(): number {
    return this.#state.step
  }

  get backtracks(): number {
    return this.#state.backtracks
  }

  /** The search after that many steps, or at its end where it has fewer. */
  frameAt(step: number): Frame {
    const at = Math.max(0, Math.min(step, this.length))
    if (this.#shown?.step !== at) this.#shown = at > 0 ? this.#after(at) : frameOf(this.#waypoints[0].state)
    return this.#shown
  }

  /** The nearest step of a kind; undefined where none is recorded. */
  seek(goal: Goal, from: number): number | undefined {
    if (goal === 'dead end before') return this.#deadEndBefore(from)
    const { path, last } = this.frameAt(from)
    let depth = path.length
    let before = last && kindNamed(last.kind)
    const isTakenBack = before === UNDO
    // As many guesses as stand beside those that are tried in place of the last one.
    const beside = isTakenBack ? depth : depth - 1
    // Over what is taken back lies the next try, or where there is none, the guess before: whichever comes first.
    const most = goal === 'out' ? beside - 1 : goal === 'over' && !isTakenBack ? beside : Number.POSITIVE_INFINITY
    if (most < 0) return undefined
    for (let at = from + 1; at <= this.length; ) {
      const next = this.#waypoints.findIndex(({ state }) => state.step >= at)
      const { least } = next > 0 ? this.#waypoints[next - 1] : { least: this.#least }
      if (goal !== 'dead end' && least > most) {
        // Nothing here goes so far back.
        if (next < 0) return undefined
        depth = this.#waypoints[next].state.depth
        at = this.#waypoints[next].state.step + 1
        continue
      }
      const { from: state, steps } = this.#segmentOf(at)
      for (const step of steps.subarray(at - state.step - 1)) {
        const kind = kindIn(step)
        const change = kind === PLACE ? 1 : kind === UNDO ? -1 : 0
        depth += change
        if (goal === 'dead end' ? isDeadEnd(kind, before) : change !== 0 && depth <= most) return at
        before = kind
        at++
      }
    }
  }

  #deadEndBefore(from: number): number | undefined {
    for (let at = Math.min(from - 1, this.length); at > 0; at--) {
      if (isDeadEnd(this.#kindAt(at), this.#kindAt(at - 1))) return at
    }
  }

  /** Undefined before the first step. */
  #kindAt(step: number): number | undefined {
    if (step === 0) return undefined
    const { from, steps } = this.#segmentOf(step)
    return kindIn(steps[step - 1 - from.step])
  }

  #setWaypoint(): void {
    this.#waypoints[this.#waypoints.length - 1].least = this.#least
    this.#least = this.#state.depth
    this.#waypoints.push({ state: this.#state.copy(), checkpoint: this.#search.checkpoint(), least: 0 })
    const { mostWaypoints, mostLearned } = this.#spacing
    if (this.#waypoints.length <= mostWaypoints && learnedBy(this.#waypoints) <= mostLearned) return
    for (const [i, waypoint] of this.#waypoints.entries()) {
      waypoint.least = Math.min(waypoint.least, this.#waypoints[i + 1]?.least ?? this.#least)
    }
    this.#waypoints = this.#waypoints.filter((_, i) => i % 2 === 0)
    this.#distance *= 2
  }

  #after(step: number): Frame {
    const { from, steps, lessons } = this.#segmentOf(step)
    const isAhead = this.#cursor.step >= from.step && this.#cursor.step < step
    const state = isAhead ? this.#cursor : from.copy()
    this.#cursor = state
    while (state.step < step - 1) state.apply(steps[state.step - from.step])
    const place = step - 1 - from.step
    const last = steps[place]
    const before = state.digits.slice()
    state.apply(last)
    if (kindIn(last) >= TURN) return frameOf(state, last, { lesson: lessons.get(place) })
    const isUndo = kindIn(last) === UNDO
    // When a digit has been taken back, its cell is empty and the grid around it as it was when the digit was chosen.
    const candidates = candidatesIn(this.#puzzle, isUndo ? state.digits : before)[cellIn(last)]
    if (!isUndo) return frameOf(state, last, { candidates })
    // The undone steps follow their turn at once, as no search pauses in between.
    let turn = place - 1
    while (turn >= 0 && kindIn(steps[turn]) === UNDO) turn--
    const lesson = lessons.get(turn)
    const left = lesson ? undefined : { digits: before, tried: state.triedUnder }
    return frameOf(state, last, { lesson, candidates, left })
  }

  /** The segment that holds a step; its steps are recomputed unless it was the one needed last. */
  #segmentOf(step: number): Segment {
    const { from, steps } = this.#segment
    if (step <= from.step || step > from.step + steps.length) this.#segment = this.#recompute(step)
    return this.#segment
  }

  #recompute(step: number): Segment {
    const index = this.#waypoints.findLastIndex(({ state }) => state.step < step)
    const { state, checkpoint } = this.#waypoints[index]
    const until = this.#waypoints[index + 1]?.state.step ?? this.length
    const steps = new Uint32Array(until - state.step)
    const lessons = new Map<number, Lesson>()
    let count = 0
    const search = this.#searchFrom(checkpoint, (taken, turn) => {
      if (count < steps.length) {
        steps[count] = taken
        if (turn) lessons.set(count, turn.lesson(MOST_TOLD))
      }
      count++
    })
    while (count < steps.length && !search.run(this.#spacing.backtracks));
    search.abandon?.()
    if (count < steps.length) throw new Error(`${this.#strategy.name} took another way from step ${state.step}`)
    return { from: state, steps, lessons }
  }

  /** @param tell is told each step, and with a turn itself */
  #searchFrom(from: Checkpoint | undefined, tell: (step: PackedStep, turn?: Turn) => void): Search {
    const observe: Observer = Object.assign((step: Step, alternatives: number) => tell(packed(step, alternatives)), {
      turn: (turn: Turn) => tell(kindNamed(turn.kind), turn),
    })
    return this.#strategy.search(this.#puzzle, this.#question, from, observe)
  }
}

/** @param last is undefined before the first step */
function frameOf(
  state: SearchState,
  last?: PackedStep,
  told?: Partial<Pick<Frame, 'lesson' | 'candidates' | 'left'>>,
): Frame {
  const { step, backtracks, tried } = state
  return {
    step,
    last: last === undefined ? undefined : unpacked(last),
    lesson: undefined,
    candidates: 0,
    left: undefined,
    ...told,
    digits: state.digits.slice(),
    origins: state.origins.slice(),
    path: [...state.path],
    tried,
    backtracks,
    explored: exploredShare(state.choices()),
  }
}

/** Whether a search turns back at a step: by a conflict, or with the first of the guesses that it takes back. */
function isDeadEnd(kind = PLACE, before = PLACE): boolean {
  return kind >= TURN || (kind === UNDO && before < UNDO)
}

/**
 * Where to look for a step, as a debugger does in a loop over what can be tried: where a search turns back; over the last
 * guess, to where it is taken back, and over that to the next; or out of the loop, where the guess before is taken back.
 */
export type Goal = 'dead end' | 'dead end before' | 'over' | 'out'

/** The characters of what is learned by some waypoints; those between two rests of a search share theirs. */
function learnedBy(waypoints: readonly Waypoint[]): number {
  let characters = 0
  let before: string | undefined
  for (const { checkpoint } of waypoints) {
    const learned = checkpoint?.learned
    if (learned !== before) characters += learned?.length ?? 0
    before = learned
  }
  return characters
}

/** The least and the greatest depth of a search in a stretch of its steps. */
export interface DepthStretch {
  least: number
  most: number
}

/** Twice as many as the curve has pixels on a phone. */
const MOST_STRETCHES = 600

/**
 * How deep a search was over all its steps, in a bounded number of stretches of equal length: when there would be too
 * many, every two become one.
 */
class DepthProfile {
  /** Steps to a stretch; the last may be shorter. */
  stretchLength = 1
  stretches: DepthStretch[] = []
  #steps = 0

  add(depth: number): void {
    if (this.#steps++ % this.stretchLength > 0) {
      const last = this.stretches[this.stretches.length - 1]
      if (depth < last.least) last.least = depth
      if (depth > last.most) last.most = depth
      return
    }
    if (this.stretches.length === MOST_STRETCHES) {
      const pairs = Array.from({ length: MOST_STRETCHES / 2 }, (_, i) => this.stretches.slice(2 * i, 2 * i + 2))
      this.stretches = pairs.map(([a, b]) => ({ least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }))
      this.stretchLength *= 2
    }
    this.stretches.push({ least: depth, most: depth })
  }
}
