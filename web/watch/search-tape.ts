import type { DigitSet } from '../../shared/sudoku/grid/digit-set.ts'
import type { Digits } from '../../shared/sudoku/grid/grid.ts'
import type { Lesson, Observer, Step, Turn } from '../../shared/sudoku/grid/step.ts'
import type { Puzzle } from '../../shared/sudoku/rules/puzzle.ts'
import type { Checkpoint, Question, Search, SearchEnd, Strategy } from '../../shared/sudoku/search/strategy.ts'
import { candidatesIn, SearchState, type TapeStep, type TriedGuess } from './search-state.ts'

/** The picture of a search after some step. */
export interface Frame
  extends Readonly<Pick<SearchState, 'step' | 'backtracks' | 'digits' | 'origins' | 'path' | 'tried' | 'explored'>> {
  /** The last step; none before the first. */
  readonly last: TapeStep | undefined
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
  readonly steps: readonly SegmentStep[]
}

interface SegmentStep {
  readonly step: TapeStep
  readonly alternatives: number
  /** That of a turn. */
  readonly lesson: Lesson | undefined
}

/** So many claims of a clause are shown, and as many placements that are taken back: a turn takes a bounded room. */
const MOST_TOLD = 4

/**
 * How waypoints are set: 2,048 of a 9×9 grid take some 6 MB, and 100 million steps lie 50,000 to 100,000 apart. What is
 * learned of a hard 25×25 grid takes 0.6 MB, and is another after every thousand conflicts.
 */
const SPACING = {
  /** How many backtracks the search makes at a time: few, so that recording can stop soon and waypoints be close. */
  backtracks: 16,
  /** Steps from one waypoint to the next, at first. */
  steps: 512,
  mostWaypoints: 2048,
  /** How many characters all that a search has learned by its waypoints may take. */
  mostLearned: 100_000_000,
}

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
  readonly #spacing: typeof SPACING
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
    this.#segment = { from: this.#waypoints[0].state, steps: [] }
    this.profile.add(0)
    this.#search = this.#searchFrom(undefined, (step, alternatives) => {
      this.#state.apply(step, alternatives)
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
    if (goal === 'dead end before') {
      for (let at = Math.min(from - 1, this.length); at > 0; at--) {
        if (isDeadEnd(this.#stepAt(at), this.#stepAt(at - 1))) return at
      }
      return undefined
    }
    const { path, last } = this.frameAt(from)
    let depth = path.length
    let before = last
    const isTakenBack = last?.kind === 'undo'
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
      for (let i = at - state.step - 1; i < steps.length; i++) {
        const { step } = steps[i]
        const change = step.kind === 'place' ? 1 : step.kind === 'undo' ? -1 : 0
        depth += change
        if (goal === 'dead end' ? isDeadEnd(step, before) : change !== 0 && depth <= most) return at
        before = step
        at++
      }
    }
  }

  /** Undefined before the first step. */
  #stepAt(at: number): TapeStep | undefined {
    if (at === 0) return undefined
    const { from, steps } = this.#segmentOf(at)
    return steps[at - 1 - from.step].step
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

  #after(at: number): Frame {
    const { from, steps } = this.#segmentOf(at)
    const isAhead = this.#cursor.step >= from.step && this.#cursor.step < at
    if (!isAhead) this.#cursor = from.copy()
    const state = this.#cursor
    const apply = ({ step, alternatives }: SegmentStep) => state.apply(step, alternatives)
    while (state.step < at - 1) apply(steps[state.step - from.step])
    const place = at - 1 - from.step
    const { step, lesson } = steps[place]
    const before = state.digits.slice()
    apply(steps[place])
    if (!('cell' in step)) return frameOf(state, step, { lesson })
    const isUndo = step.kind === 'undo'
    // When a digit has been taken back, its cell is empty and the grid around it as it was when the digit was chosen.
    const candidates = candidatesIn(this.#puzzle, isUndo ? state.digits : before)[step.cell]
    if (!isUndo) return frameOf(state, step, { candidates })
    // The undone steps follow their turn at once, as no search pauses in between.
    let turn = place - 1
    while (steps[turn]?.step.kind === 'undo') turn--
    const told = steps[turn]?.lesson
    const left = told ? undefined : { digits: before, tried: state.triedUnder }
    return frameOf(state, step, { lesson: told, candidates, left })
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
    const count = until - state.step
    const steps: SegmentStep[] = []
    const search = this.#searchFrom(checkpoint, (step, alternatives, turn) => {
      if (steps.length < count) steps.push({ step, alternatives, lesson: turn?.lesson(MOST_TOLD) })
    })
    while (steps.length < count && !search.run(this.#spacing.backtracks));
    search.abandon?.()
    if (steps.length < count) throw new Error(`${this.#strategy.name} took another way from step ${state.step}`)
    return { from: state, steps }
  }

  /** @param tell is told each step, and with a turn itself */
  #searchFrom(from: Checkpoint | undefined, tell: (step: TapeStep, alternatives: number, turn?: Turn) => void): Search {
    const observe: Observer = Object.assign((step: Step, alternatives: number) => tell(step, alternatives), {
      turn: (turn: Turn) => tell({ kind: turn.kind }, 0, turn),
    })
    return this.#strategy.search(this.#puzzle, this.#question, from, observe)
  }
}

/** @param last is undefined before the first step */
function frameOf(
  state: SearchState,
  last?: TapeStep,
  told?: Partial<Pick<Frame, 'lesson' | 'candidates' | 'left'>>,
): Frame {
  const { step, backtracks, tried, explored } = state
  const [digits, origins, path] = [state.digits.slice(), state.origins.slice(), [...state.path]]
  const untold = { lesson: undefined, candidates: 0, left: undefined }
  return { ...untold, ...told, step, last, backtracks, digits, origins, path, tried, explored }
}

/** Whether a search turns back at a step: by a conflict, or with the first of the guesses that it takes back. */
function isDeadEnd(step: TapeStep | undefined, before: TapeStep | undefined): boolean {
  if (step?.kind !== 'undo') return step !== undefined && !('cell' in step)
  return before === undefined || before.kind === 'place' || before.kind === 'infer'
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

/** Twice as many as the curve has pixels on a phone. */
const MOST_STRETCHES = 600

/**
 * How deep a search was over all its steps, in a bounded number of stretches of equal length: when there would be too
 * many, every two become one.
 */
class DepthProfile {
  /** Steps to a stretch; the last may be shorter. */
  stretchLength = 1
  /** The least and the greatest depth of the search in each. */
  stretches: { least: number; most: number }[] = []
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
