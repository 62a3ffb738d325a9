import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { outlineOf } from '../../shared/drawing/outline.ts'
import { NEGATIVE_WORDS, sentenceOf } from '../../shared/drawing/rule-sentences.ts'
import type { Shape } from '../../shared/drawing/shape.ts'
import { constraintOf, type VariantConstraint } from '../../shared/sudoku/constraints/constraint-json.ts'
import { PAIR_TYPES } from '../../shared/sudoku/constraints/pair-demand.ts'
import type { Size } from '../../shared/sudoku/grid/units.ts'
import { RULES_NAMES, rulesNamed } from '../../shared/sudoku/rules/rules.ts'
import { usePage } from '../page/page-state.ts'
import { puzzleWith, variantIn } from '../rules/packed-rules.ts'
import type { PuzzleText } from '../rules/puzzle-text.ts'
import { refusalWords } from '../rules/refusal-words.ts'
import { announce } from '../ui/announcements.tsx'
import { Button } from '../ui/parts.tsx'
import { countOf } from '../ui/words.ts'
import { cellsOf, typedIn, withConstraint, withValue, wordsOf } from './constraint-tools.ts'
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
  draft: Draft
  value: string
  layouts: readonly RegionLayout[]
  tool: Pencil
  isRefused: boolean
  picked?: number | undefined
  /** What was picked before the stroke under way. */
  before?: number | undefined
  pointed?: number | undefined
  /** Whether no key has written its value yet. */
  isFresh?: boolean
}

/** The cells of a constraint that is being drawn. */
interface Draft {
  readonly cells: readonly number[]
  /** How many strokes are done. */
  readonly strokes: number
}

const NO_DRAFT: Draft = { cells: [], strokes: 0 }

/** Draws constraints and regions on the board, and lists what there is. */
export function ConstraintEditor(props: ConstraintEditorProps) {
  const { place, cursor, moveTo, change, show, conflict, keys } = props
  const { puzzle } = usePage()
  const { size } = puzzle
  const [chosen, choose] = useState(0)
  const [value, setValue] = useState('')
  const [draft, setDraft] = useState(NO_DRAFT)
  /** Why what is drawn cannot be. */
  const [refused, setRefused] = useState<string>()
  const tool = PENCILS[chosen]
  const variant = variantIn(puzzle)
  const constraints: readonly VariantConstraint[] = variant.constraints ?? []
  /** The constraint whose value is typed anew, and that whose line somebody points at. */
  const [picked, setPicked] = useState<number>()
  /** The regions that are being drawn, after each stroke. */
  const [layouts, setLayouts] = useState<readonly RegionLayout[]>([variant.regions ?? emptyLayout(size)])
  // Strokes and keys may come faster than this is drawn.
  const now = useRef<Now>({ draft, value, layouts, tool, isRefused: false })
  const display = () => {
    const { draft, layouts, tool } = now.current
    const regions = tool === REGION_TOOL ? layoutShapes(last(layouts), size) : []
    const { picked, pointed = picked } = now.current
    const lit = pointed === undefined ? undefined : constraints[pointed]
    const outlined = [draft.cells, lit ? cellsOf(lit, size) : []].filter(({ length }) => length > 0)
    show([...regions, ...outlined.map((cells): Shape => ({ paint: 'draft', d: outlineOf(cells, size, 0.03) }))])
  }
  const takeInHand = (next: number) => {
    now.current.tool = PENCILS[next]
    choose(next)
  }
  /**
   * Picks a constraint, and its tool: its value, if it has one, is what is typed from now on, and the first key takes
   * its place.
   */
  const pick = (at: number | undefined) => {
    if (at === undefined && now.current.picked === undefined) return
    if (at !== undefined && !isDrawnBy(tool, constraints[at]))
      takeInHand(PENCILS.findIndex((pencil) => isDrawnBy(pencil, constraints[at])))
    const typed = at === undefined ? undefined : typedIn(constraints[at])
    now.current.picked = at
    now.current.pointed = undefined
    setPicked(at)
    draw(NO_DRAFT)
    type(typed?.typed ?? '')
    now.current.isFresh = true
    if (at !== undefined) announce(wordsOf(constraints[at]))
  }
  const point = (at: number | undefined) => {
    now.current.pointed = at
    display()
  }
  const pickedNow = picked === undefined ? undefined : constraints[picked]
  const asked = pickedNow ? typedIn(pickedNow)?.asked : tool.value
  /** Gives the constraint that is picked the value that was typed. */
  const changeValue = () => {
    if (picked === undefined || !pickedNow) return
    const checked = constraintOf(withValue(pickedNow, now.current.value.trim(), size), size)
    if (!checked.ok) return refuse(refusalWords('This cannot be', checked.error))
    if (put({ ...variant, constraints: constraints.with(picked, checked.value) }, `${wordsOf(checked.value)}.`))
      pick(undefined)
  }
  const apply = () => (pickedNow ? changeValue() : add())
  const remove = (at: number) => {
    if (put({ ...variant, constraints: constraints.toSpliced(at, 1) }, 'Deleted.')) pick(undefined)
  }
  /** The constraint on a cell, the next one each time; a single cell is no stroke of most. */
  const pickAt = (cell: number): boolean => {
    if (!('type' in tool) || (tool.stroke === 'area' && (!tool.value || tool.type === 'candidates'))) return false
    // Who has another tool in hand may want the cell.
    const there = [...constraints.keys()].filter(
      (at) => isDrawnBy(tool, constraints[at]) && cellsOf(constraints[at], size).includes(cell),
    )
    if (there.length === 0) return false
    pick(there[(there.indexOf(now.current.before ?? -1) + 1) % there.length])
    return true
  }
  const draw = (next: Draft) => {
    now.current.draft = next
    now.current.isRefused = false
    setRefused(undefined)
    setDraft(next)
    display()
  }
  const lay = (next: readonly RegionLayout[]) => {
    now.current.layouts = next
    setLayouts(next)
    display()
  }
  // Another puzzle has another constraint there, or none; before the next key, which would go to that.
  useLayoutEffect(() => {
    pick(undefined)
    point(undefined)
  }, [puzzle.own])
  // Regions that are undone, or come with another puzzle, are those to go on from.
  useEffect(() => lay([variant.regions ?? emptyLayout(size)]), [variant.regions, size])
  const type = (next: string) => {
    now.current.value = next
    now.current.isFresh = false
    setValue(next)
  }
  const refuse = (words: string) => {
    setRefused(words)
    announce(words)
  }
  /** Says why it cannot be; it stays as it is drawn, to be mended, until something else is begun. */
  const decline = (words: string) => {
    now.current.isRefused = true
    refuse(words)
  }
  /** Puts what is drawn on the board; says why where it cannot be. */
  const add = () => {
    const { draft, value } = now.current
    if (draft.cells.length === 0) return refuse(tool.hint)
    if (!('make' in tool)) return addToRegions(draft.cells)
    if (tool.value?.isNeeded && value.trim() === '') return refuse(`${tool.value.label}: nothing is typed yet.`)
    const made = tool.make(draft.cells, value.trim(), size)
    if (!made) return decline(`${tool.title}: ${tool.hint}`)
    let next = constraints
    const words: string[] = []
    for (const form of made) {
      const checked = constraintOf(form, size)
      if (!checked.ok) return decline(refusalWords('This cannot be', checked.error))
      next = withConstraint(next, checked.value)
      words.push(`${wordsOf(checked.value)}.`)
    }
    if (put({ ...variant, constraints: next }, words.join(' '))) drop()
  }
  /** Ends a draft, and with it the value that was asked for. */
  const drop = () => {
    draw(NO_DRAFT)
    if (tool.value?.isAsked) type('')
  }
  const addToRegions = (cells: readonly number[]) => {
    const { layouts } = now.current
    const next = withStroke(last(layouts), cells, size)
    if (next === undefined) return decline(`There are ${size} regions already: begin in the one that is to grow.`)
    draw(NO_DRAFT)
    lay([...layouts, next])
    if (isWhole(next, size)) put({ ...variant, regions: next }, 'The regions are drawn.')
    else announce(layoutWords(next, size))
  }
  const takeBack = () => {
    lay(now.current.layouts.slice(0, -1))
    announce(layoutWords(last(now.current.layouts), size))
  }
  const backToBoxes = () => {
    lay([emptyLayout(size)])
    if (variant.regions !== undefined) put({ ...variant, regions: undefined }, 'The boxes are back.')
  }
  const put = (input: object, words: string): boolean => {
    const next = puzzleWith(input)
    if (next.ok) change({ ...next.value, told: puzzle.told }, words)
    else decline(refusalWords('This cannot be', next.error))
    return next.ok
  }
  const start = (cell: number) => {
    now.current.before = now.current.picked
    pick(undefined)
    begin()
    moveTo(cell)
    over(cell)
  }
  const begin = () => {
    const { draft, value, isRefused } = now.current
    const goesOn = draft.strokes > 0 && draft.strokes < (tool.strokes ?? 1)
    if (goesOn || draft.cells.length === 0) return
    // Whoever begins the next has done with the last.
    if (isRefused || (tool.value?.isNeeded && value === '')) drop()
    else add()
  }
  const over = (cell: number) => {
    const { cells, strokes } = now.current.draft
    // A stroke that found the one before it refused draws nothing.
    if (now.current.isRefused || cells.at(-1) === cell) return
    const isBack = tool.stroke === 'way' && cells.length > 1 && cells.at(-2) === cell
    if (isBack) draw({ cells: cells.slice(0, -1), strokes })
    else if (!cells.includes(cell)) draw({ cells: [...cells, cell], strokes })
  }
  const end = () => {
    const { cells, strokes } = now.current.draft
    if (now.current.isRefused || cells.length === 0) return
    if (cells.length === 1 && strokes === 0 && pickAt(cells[0])) return
    draw({ cells, strokes: strokes + 1 })
    if (strokes + 1 < (tool.strokes ?? 1)) return
    if (tool.value?.isAsked) announce(`${countOf(cells.length, 'cell')}. ${tool.value.label}?`)
    else add()
  }
  const onKey = (key: string): boolean => {
    const { draft, value, picked, isFresh } = now.current
    const { cells } = draft
    // What is typed belongs to what is being drawn, or was picked; otherwise it is a given.
    const isAsked =
      picked === undefined ? cells.length > 0 && tool.value !== undefined : typedIn(constraints[picked]) !== undefined
    if (key === ' ') {
      pick(undefined)
      const isLast = cells.at(-1) === cursor
      draw({ ...draft, cells: isLast ? cells.slice(0, -1) : cells.includes(cursor) ? cells : [...cells, cursor] })
      announce(countOf(now.current.draft.cells.length, 'cell'))
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
      else draw({ ...draft, cells: cells.slice(0, -1) })
    } else if (/^\d$/.test(key) && isAsked) type(isFresh ? key : value + key)
    else {
      if (key.startsWith('Arrow')) pick(undefined)
      return false
    }
    return true
  }
  keys.current = onKey
  useEffect(
    () => () => {
      keys.current = undefined
    },
    [],
  )
  useStrokes(place, tool, { start, over, end, onKey })
  useEffect(() => () => show([]), [])
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.querySelector('.picked')?.scrollIntoView({ block: 'nearest' }), [picked])
  // What rules each other out stands first, in sight.
  const isClashing = (at: number) => Number(conflict?.includes(at) ?? false)
  const listed = [...constraints.keys()].toSorted((one, other) => isClashing(other) - isClashing(one))
  useEffect(() => list.current?.scrollTo(0, 0), [conflict])

  return (
    <>
      <div class="draw-bar no-print">
        <ToolPicker
          class={asked ? 'field' : 'field alone'}
          chosen={chosen}
          choose={(next) => {
            pick(undefined)
            takeInHand(next)
            draw(NO_DRAFT)
            type('')
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
              aria-invalid={refused ? 'true' : undefined}
              aria-describedby={refused && 'tool-words'}
              onInput={({ currentTarget }) => type(currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && apply()}
            />
          </div>
        )}
        <Button class="primary" aria-disabled={`${draft.cells.length === 0 && !(pickedNow && asked)}`} onClick={apply}>
          {pickedNow ? 'Change' : 'Add'}
        </Button>
        <p id="tool-words" class={`small whole ${refused ? 'bad' : 'quiet'}`}>
          {refused ??
            (pickedNow
              ? `${wordsOf(pickedNow)}. ${asked ? 'Type its value anew, then Enter.' : 'Delete takes it away.'}`
              : `${tool.hint} By keys: space on each cell, then Enter.`)}
        </p>
        {tool === REGION_TOOL && (
          <>
            <p class="small whole">{layoutWords(last(layouts), size)}</p>
            <p class="row whole">
              <Button disabled={layouts.length === 1} onClick={takeBack}>
                Take back
              </Button>
              <Button
                disabled={last(layouts) === emptyLayout(size) && variant.regions === undefined}
                onClick={backToBoxes}
              >
                Back to boxes
              </Button>
            </p>
          </>
        )}
      </div>
      <details class="constraint-list no-print" open>
        <summary>Rules</summary>
        {constraints.length > 0 && (
          <ul ref={list} class="scrolls" aria-label="Constraints">
            {listed.map((at) => {
              const words = wordsOf(constraints[at])
              return (
                <li
                  key={words}
                  class={`row ${isClashing(at) ? 'bad' : ''} ${at === picked ? 'picked' : ''}`}
                  onPointerEnter={() => point(at)}
                  onPointerLeave={() => point(undefined)}
                  onFocusIn={() => point(at)}
                  onFocusOut={() => point(undefined)}
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
        <Checks
          legend="All over the grid"
          choices={GLOBAL_RULES.map((name) => ({ name, sizes: rulesNamed(name).sizes, title: sentenceOf(name) }))}
          size={size}
          chosen={variant.rules ?? []}
          choose={(rules, words) => put({ ...variant, rules }, words)}
        />
        <Checks
          legend="All of them are shown"
          choices={PAIR_TYPES.map((name) => ({ name, title: NEGATIVE_WORDS[name] }))}
          size={size}
          chosen={variant.negative ?? []}
          choose={(negative, words) => put({ ...variant, negative }, words)}
        />
      </details>
    </>
  )
}

interface ChecksProps<Name extends string> {
  readonly legend: string
  /** What may hold all over a grid, and the sizes of which it may. */
  readonly choices: readonly { readonly name: Name; readonly title: string; readonly sizes?: readonly Size[] }[]
  readonly size: Size
  readonly chosen: readonly Name[]
  readonly choose: (chosen: readonly Name[], words: string) => void
}

function Checks<Name extends string>({ legend, choices, size, chosen, choose }: ChecksProps<Name>) {
  const toggled = (name: Name) => (chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    <fieldset class="stack tight choices">
      <legend class="label">{legend}</legend>
      {choices.map(({ name, title, sizes }) => (
        <label key={name} class="pair small">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            disabled={sizes && !sizes.includes(size)}
            onChange={() => choose(toggled(name), title)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  )
}

function isDrawnBy(pencil: Pencil, { type }: VariantConstraint): boolean {
  return 'type' in pencil && pencil.type === type
}

function last(layouts: readonly RegionLayout[]): RegionLayout {
  return layouts[layouts.length - 1]
}

/** Rules that hold all over a grid: even and odd cells are marked one by one. */
const GLOBAL_RULES = RULES_NAMES.filter((name) => name !== 'classic' && name !== 'even' && name !== 'odd')
