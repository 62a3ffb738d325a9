import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { typeSentence } from '../../shared/drawing/constraint-sentences.ts'
import type { Shape } from '../../shared/drawing/layers.ts'
import { outlineOf } from '../../shared/drawing/outline.ts'
import { NEGATIVE_WORDS, sentenceOf } from '../../shared/drawing/rule-sentences.ts'
import { constraintOf, isWhiteDot, type VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../shared/sudoku/constraints/relation.ts'
import { ALL_SIZES, type Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { usePage } from '../page/page-state.ts'
import { puzzleWith, variantIn } from '../rules/packed-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { refusalWords } from '../rules/refusal-words.ts'
import { announce } from '../ui/announcements.tsx'
import { Button } from '../ui/parts.tsx'
import { countOf } from '../ui/words.ts'
import {
  cellsFrom,
  cellsOf,
  fieldIn,
  madeBy,
  placesBeside,
  typedIn,
  withConstraint,
  wordsOf,
} from './constraint-tools.ts'
import {
  emptyLayout,
  isWhole,
  layoutShapes,
  layoutWords,
  REGION_TOOL,
  type RegionLayout,
  withStroke,
} from './region-layout.ts'
import { useStrokes } from './strokes.ts'
import { PENCILS, type Pencil, ToolPicker } from './tool-picker.tsx'

interface ConstraintEditorProps {
  /** Where the board is, which strokes and keys are taken from. */
  readonly place: RefObject<HTMLElement>
  readonly cursor: number
  readonly moveTo: (cell: number) => void
  readonly change: (next: PuzzleText, words: string) => void
  /** Shows shapes over the board. */
  readonly show: (shapes: readonly Shape[]) => void
  /** Which of its constraints rule each other out. */
  readonly conflict: readonly number[] | undefined
  /** Where keys of the page's own keypad are told; it answers whether one was taken. */
  readonly keys: { current: ((key: string) => boolean) | undefined }
}

/** All that strokes and keys go by. */
interface Now {
  /** The cells of what is being drawn, and how many of its strokes are done. */
  cells: readonly number[]
  strokes: number
  value: string
  /** The regions that are being drawn, and what they were before each stroke, the last one first. */
  layouts: readonly RegionLayout[]
  tool: Pencil
  isRefused: boolean
  /** Why what is drawn cannot be, or a rule that was chosen in the list. */
  refused?: { readonly words: string; readonly isOfList: boolean } | undefined
  /** The constraint whose value is typed anew, and that whose line somebody points at. */
  picked?: number | undefined
  pointed?: number | undefined
  /** What was picked before the stroke under way. */
  before?: number | undefined
  /** Whether no key has written its value yet. */
  isFresh?: boolean
}

/** Draws constraints and regions on the board, and lists what there is. */
export function ConstraintEditor({ place, cursor, moveTo, change, show, conflict, keys }: ConstraintEditorProps) {
  const { puzzle } = usePage()
  const { size } = puzzle
  const variant = variantIn(puzzle)
  const constraints: readonly VariantConstraint[] = variant.constraints ?? []
  const named: readonly string[] = [...(variant.rules ?? []), ...(variant.negative ?? [])]
  const [, redraw] = useState({})
  const whole = [variant.regions ?? emptyLayout(size)]
  // Strokes and keys may come faster than this is drawn.
  const now = useRef<Now>({ cells: [], strokes: 0, value: '', layouts: whole, tool: PENCILS[0], isRefused: false })
  const { cells, value, tool, picked, refused } = now.current
  const set = (change: Partial<Now>) => {
    const { cells, layouts, tool, picked, pointed = picked } = Object.assign(now.current, change)
    redraw({})
    const lit = pointed === undefined ? undefined : constraints[pointed]
    const outlined = [cells, lit ? cellsOf(lit, size) : []].filter(({ length }) => length > 0)
    show([
      ...(tool.beside ? placesBeside(size) : []),
      ...layoutShapes(layouts[0], size, tool === REGION_TOOL),
      ...outlined.map((cells): Shape => ({ paint: 'draft', d: outlineOf(cells, size, 0.03) })),
    ])
  }
  const draw = (cells: readonly number[], strokes = now.current.strokes) =>
    set({ cells, strokes, isRefused: false, refused: undefined })
  const type = (value: string) => set({ value, isFresh: false })
  /** Ends a draft, and with it the value that was asked for. */
  const drop = () => {
    draw([], 0)
    if (tool.value?.isAsked) type('')
  }
  const refuse = (words: string, isOfList = false) => {
    set({ refused: { words, isOfList } })
    announce(words)
  }
  /** Says why it cannot be; it stays as it is drawn, to be mended, until something else is begun. */
  const decline = (words: string) => {
    now.current.isRefused = true
    refuse(words)
  }
  /**
   * Picks a constraint, and its tool: its value, if it has one, is what is typed from now on, and the first key takes
   * its place.
   */
  const pick = (at: number | undefined) => {
    if (at === undefined && now.current.picked === undefined) return
    draw([], 0)
    set({ picked: at, pointed: undefined, value: '', isFresh: true })
    if (at === undefined) return
    const chosen = constraints[at]
    const pencil = [tool, ...PENCILS].find((one) => isDrawnBy(one, chosen)) ?? tool
    set({ tool: pencil, value: typedIn(chosen)?.typed ?? '' })
    announce(wordsOf(chosen))
  }
  // Another puzzle has another constraint there, or none; before the next key, which would go to that.
  useLayoutEffect(() => {
    pick(undefined)
    set({ pointed: undefined, refused: undefined })
  }, [puzzle])
  // Regions that are undone, or come with another puzzle, are those to go on from.
  useEffect(() => set({ layouts: whole }), [variant.regions, size])
  /**
   * Changes the puzzle. Beside white dots, non-consecutive means that all of them are shown.
   *
   * @param names what holds all over the grid, where that was chosen anew
   */
  const put = (
    changed: { constraints?: readonly VariantConstraint[]; regions?: RegionLayout | undefined },
    words: string,
    names?: readonly string[],
  ): boolean => {
    const isOfDots = (changed.constraints ?? constraints).some(isWhiteDot) || names?.includes('difference')
    const held = (names ?? named).map((name) => (isOfDots && name === NON_CONSECUTIVE ? 'difference' : name))
    const rules = held.filter((name) => !(name in NEGATIVE_WORDS))
    const next = puzzleWith({ ...variant, ...changed, rules, negative: held.filter((name) => !rules.includes(name)) })
    if (next.ok) change({ ...next.value, told: puzzle.told }, words)
    else (names ? refuse : decline)(refusalWords('This cannot be', next.error), names !== undefined)
    return next.ok
  }
  const pickedNow = picked === undefined ? undefined : constraints[picked]
  const asked = pickedNow ? typedIn(pickedNow)?.asked : tool.value
  /** Gives the constraint that is picked the value that was typed. */
  const changeValue = () => {
    if (picked === undefined || !pickedNow) return
    const checked = constraintOf({ ...pickedNow, ...fieldIn(asked, now.current.value.trim(), size) }, size)
    if (!checked.ok) return refuse(refusalWords('This cannot be', checked.error))
    if (put({ constraints: constraints.with(picked, checked.value) }, `${wordsOf(checked.value)}.`)) pick(undefined)
  }
  const remove = (at: number) => {
    if (put({ constraints: constraints.toSpliced(at, 1) }, 'Deleted.')) pick(undefined)
  }
  /** Puts what is drawn on the board; says why where it cannot be. */
  const add = () => {
    const { cells, value, layouts } = now.current
    if (cells.length === 0) return refuse(tool.hint)
    if (!('type' in tool)) {
      const layout = withStroke(layouts[0], cells, size)
      if (layout === undefined) return decline(`There are ${size} regions already: begin in the one that is to grow.`)
      draw([], 0)
      set({ layouts: [layout, ...layouts] })
      if (isWhole(layout, size)) put({ regions: layout }, 'The regions are drawn.')
      else announce(layoutWords(layout, size))
      return
    }
    if (tool.value?.isNeeded && value.trim() === '') return refuse(`${tool.value.label}: nothing is typed yet.`)
    const made = madeBy(tool, cells, value.trim(), size)
    if (!made) return decline(`${tool.title}: ${tool.hint}`)
    let next = constraints
    const words: string[] = []
    for (const form of made) {
      const checked = constraintOf(form, size)
      if (!checked.ok) return decline(refusalWords('This cannot be', checked.error))
      next = withConstraint(next, checked.value)
      words.push(`${wordsOf(checked.value)}.`)
    }
    if (put({ constraints: next }, words.join(' '))) drop()
  }
  const apply = pickedNow ? changeValue : add
  const start = (cell: number) => {
    now.current.before = now.current.picked
    pick(undefined)
    const { cells, strokes, value, isRefused } = now.current
    const goesOn = strokes > 0 && strokes < (tool.strokes ?? 1)
    if (!goesOn && cells.length > 0) {
      // Beginning the next constraint ends the last one.
      if (isRefused || (tool.value?.isNeeded && value === '')) drop()
      else add()
    }
    moveTo(cell)
    over(cell)
  }
  const over = (cell: number) => {
    const { cells, isRefused } = now.current
    // A stroke that found the one before it refused draws nothing.
    if (isRefused || cells.at(-1) === cell) return
    const isBack = tool.stroke === 'way' && cells.length > 1 && cells.at(-2) === cell
    if (isBack) draw(cells.slice(0, -1))
    else if (!cells.includes(cell)) draw([...cells, cell])
  }
  const end = () => {
    const { cells, strokes, isRefused } = now.current
    if (isRefused || cells.length === 0) return
    const there = cells.length === 1 && strokes === 0 ? constraintsAt(cells[0]) : []
    // The next one each time.
    if (there.length > 0) return pick(there[(there.indexOf(now.current.before ?? -1) + 1) % there.length])
    draw(cells, strokes + 1)
    if (strokes + 1 < (tool.strokes ?? 1)) return
    if (tool.value?.isAsked) announce(`${countOf(cells.length, 'cell')}. ${tool.value.label}?`)
    else add()
  }
  /** Those on a cell, one of which is picked each time; a single cell is no stroke of most. */
  const constraintsAt = (cell: number): number[] => {
    if (!('type' in tool) || (tool.stroke === 'area' && (!tool.value || tool.type === 'candidates'))) return []
    // Who has another tool in hand may want the cell.
    const mine = [...constraints.keys()].filter((at) => isDrawnBy(tool, constraints[at]))
    return mine.filter((at) => cellsOf(constraints[at], size).includes(cell))
  }
  const beside = (pressed: readonly number[], released: readonly number[]) => {
    const [first, second] = tool.beside ? cellsFrom(pressed, released, tool.beside, size) : []
    if (second === undefined) return
    start(first)
    over(second)
    end()
    // Keys that write its value are taken on the board.
    place.current?.querySelector<HTMLElement>(`[data-cell="${first}"]`)?.focus({ preventScroll: true })
  }
  const onKey = (key: string): boolean => {
    const { cells, layouts, value, picked, isFresh } = now.current
    // What is typed belongs to what is being drawn, or was picked; otherwise it is a given.
    const isAsked =
      picked === undefined ? cells.length > 0 && tool.value !== undefined : typedIn(constraints[picked]) !== undefined
    if (key === 'Undo') {
      // It takes back what is no edit of the puzzle yet.
      if (cells.length > 0) drop()
      else if (tool === REGION_TOOL && layouts.length > 1) set({ layouts: layouts.slice(1) })
      else return false
      announce('Undone.')
    } else if (key === ' ') {
      pick(undefined)
      const isLast = cells.at(-1) === cursor
      draw(isLast ? cells.slice(0, -1) : cells.includes(cursor) ? cells : [...cells, cursor])
      announce(countOf(now.current.cells.length, 'cell'))
    } else if (key === 'Enter') {
      if (picked !== undefined) changeValue()
      else if (tool.value?.isAsked) add()
      else end()
    } else if (key === 'Escape') {
      pick(undefined)
      drop()
    } else if (key === 'Delete' && picked !== undefined) remove(picked)
    else if (key === 'Backspace' && (isAsked || cells.length > 0)) {
      if (value !== '') type(isFresh ? '' : value.slice(0, -1))
      else draw(cells.slice(0, -1))
    } else if (/^\d$/.test(key) && isAsked) type(isFresh ? key : value + key)
    else {
      if (key.startsWith('Arrow')) pick(undefined)
      return false
    }
    return true
  }
  keys.current = onKey
  useStrokes(place, tool, { start, over, end, beside, onKey })
  useEffect(() => {
    return () => {
      keys.current = undefined
      show([])
    }
  }, [])
  const wrong = refused?.isOfList ? undefined : refused?.words
  const told =
    pickedNow && `${wordsOf(pickedNow)}. ${asked ? 'Type its value anew, then Enter.' : 'Delete takes it away.'}`
  const meaning = 'type' in tool && typeSentence(tool.type)
  const [layout] = now.current.layouts
  const alike = (name: string) => (name === NON_CONSECUTIVE ? [name, 'difference'] : [name])
  const holds = (name: string) => alike(name).some((one) => named.includes(one))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('.picked')?.scrollIntoView({ block: 'nearest' }), [picked])
  // A phone has no key for it.
  const byKeys = matchMedia('(pointer: fine)').matches ? ' By keys: space on each cell, then Enter.' : ''
  // What rules each other out stands first, in sight.
  const isClashing = (at: number) => Number(conflict?.includes(at) ?? false)
  const listed = [...constraints.keys()].toSorted((one, other) => isClashing(other) - isClashing(one))
  useEffect(() => list.current?.scrollTo(0, 0), [conflict])

  return (
    <>
      <div class="draw-bar no-print">
        <ToolPicker
          class={asked ? 'field' : 'field alone'}
          chosen={tool}
          choose={(next) => {
            pick(undefined)
            draw([], 0)
            set({ tool: next, value: '' })
          }}
        />
        {asked && (
          <div class="field">
            <label for="tool-value">{asked.label}</label>
            <input
              id="tool-value"
              class="number"
              inputmode={asked.isText ? 'text' : 'numeric'}
              autocomplete="off"
              value={value}
              aria-invalid={wrong ? 'true' : undefined}
              aria-describedby={wrong && 'tool-words'}
              onInput={({ currentTarget }) => type(currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && apply()}
            />
          </div>
        )}
        <Button class="primary" aria-disabled={`${cells.length === 0 && !(pickedNow && asked)}`} onClick={apply}>
          {pickedNow && asked ? 'Change' : 'Add'}
        </Button>
        {meaning && <p class="small whole">{meaning}</p>}
        <p id="tool-words" class={`small whole ${wrong ? 'bad' : 'quiet'}`}>
          {wrong ?? told ?? tool.hint + byKeys}
        </p>
        {tool === REGION_TOOL && (
          <>
            <p class="small whole">{layoutWords(layout, size)}</p>
            <Button
              disabled={layout === emptyLayout(size) && variant.regions === undefined}
              onClick={() => {
                set({ layouts: [emptyLayout(size)] })
                if (variant.regions !== undefined) put({ regions: undefined }, 'The boxes are back.')
              }}
            >
              Back to boxes
            </Button>
          </>
        )}
      </div>
      <details class="constraint-list no-print" open>
        <summary>Rules</summary>
        {constraints.length > 0 && (
          <ul ref={list} class="scrolls" aria-label="Constraints">
            {listed.map((at) => {
              const words = wordsOf(constraints[at])
              const point = () => set({ pointed: at })
              const leave = () => set({ pointed: undefined })
              return (
                <li
                  key={words}
                  class={`row ${isClashing(at) ? 'bad' : ''} ${at === picked ? 'picked' : ''}`}
                  onPointerEnter={point}
                  onPointerLeave={leave}
                  onFocusIn={point}
                  onFocusOut={leave}
                >
                  <Button class="line" aria-pressed={`${at === picked}`} onClick={() => pick(at)}>
                    {words}
                  </Button>
                  <Button aria-label={`Delete ${words}`} onClick={() => remove(at)}>
                    Delete
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
        <fieldset class="stack tight choices">
          <legend class="label">All over the grid</legend>
          {ALL_OVER.map(({ name, title, sizes }) => {
            const isOfDots = name === NON_CONSECUTIVE && constraints.some(isWhiteDot)
            const words = isOfDots ? title.replace(/\.$/, ' unless a white dot is there.') : title
            return (
              <label key={name} class="pair small">
                <input
                  type="checkbox"
                  checked={holds(name)}
                  disabled={!sizes.includes(size) && !isOfDots}
                  onChange={({ currentTarget }) => {
                    const others = named.filter((other) => !alike(name).includes(other))
                    put({}, words, holds(name) ? others : [...others, name])
                    // It shows what holds, also where that was refused.
                    currentTarget.checked = holds(name)
                  }}
                />
                {words}
              </label>
            )
          })}
        </fieldset>
        {refused?.isOfList && <p class="small bad">{refused.words}</p>}
      </details>
    </>
  )
}

function isDrawnBy(pencil: Pencil, { type }: VariantConstraint): boolean {
  return 'type' in pencil && pencil.type === type
}

const NON_CONSECUTIVE = 'non-consecutive'

/**
 * Rules that hold all over a grid: even and odd cells are marked one by one. Non-consecutive stands for white dots of
 * which all are shown, too.
 */
const ALL_OVER: readonly { readonly name: string; readonly title: string; readonly sizes: readonly Size[] }[] = [
  ...RULES_NAMES.filter((name) => name !== 'classic' && name !== 'even' && name !== 'odd').map((name) => {
    return { name, title: sentenceOf(name), sizes: rulesNamed(name).sizes }
  }),
  ...PAIR_TYPES.filter((name) => name !== 'difference').map((name) => {
    return { name, title: NEGATIVE_WORDS[name], sizes: ALL_SIZES }
  }),
]
