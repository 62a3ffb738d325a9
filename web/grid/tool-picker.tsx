import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Shape, shapesOn } from '../../shared/drawing/layers.ts'
import { outlineOf } from '../../shared/drawing/outline.ts'
import { rulesOf } from '../rules/own-rules.ts'
import { puzzleWith } from '../rules/packed-rules.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { Button } from '../ui/parts.tsx'
import { paintedShapes } from './board.tsx'
import { ALL_TOOLS, kindOf, madeBy, type Tool } from './constraint-tools.ts'
import { REGION_TOOL } from './region-layout.ts'

/** A hand draws with one of these: constraints, or regions. */
export type Pencil = Tool | (typeof REGION_TOOL & Partial<Record<'value' | 'strokes' | 'beside', undefined>>)
export const PENCILS: readonly Pencil[] = [...ALL_TOOLS, REGION_TOOL]

/** Other names by which people look for some. */
const ALSO: Readonly<Record<string, string>> = {
  cage: 'killer',
  difference: 'kropki consecutive',
  ratio: 'kropki',
  whispers: 'german dutch',
  even: 'square parity',
  odd: 'circle parity',
  sum: 'weights',
  regions: 'jigsaw irregular',
}

const TILES = PENCILS.map((pencil) => {
  const { title } = pencil
  const [kind, type] = 'type' in pencil ? [kindOf(pencil.type), pencil.type] : ['Regions', 'regions']
  return { pencil, kind, names: [title, kind, type, ALSO[type]].join(' ').toLowerCase() }
})
const KINDS = [...new Set(TILES.map(({ kind }) => kind))]

interface ToolPickerProps {
  readonly class: string
  readonly chosen: Pencil
  readonly choose: (pencil: Pencil) => void
}

/** A field in which a pencil is chosen by its picture, or by typing a part of its name. */
export function ToolPicker({ class: kind, chosen, choose }: ToolPickerProps) {
  const [isOpen, setOpen] = useState(false)
  const [sought, seek] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // Before the next key: it belongs to the field.
  useLayoutEffect(() => {
    if (!isOpen) return
    const before = scrollY
    // A phone's own keys would hide the pictures.
    if (matchMedia('(pointer: fine)').matches) field.current?.focus()
    list.current?.scrollIntoView({ block: 'nearest' })
    // The board is in sight again.
    return () => scrollTo(0, before)
  }, [isOpen])
  const words = sought.toLowerCase().split(/\s+/)
  const found = TILES.filter(({ names }) => words.every((word) => names.includes(word)))
  const exact = found.find(({ pencil }) => pencil.title.toLowerCase() === sought.trim().toLowerCase())
  const close = () => {
    setOpen(false)
    seek('')
    opener.current?.focus()
  }
  const take = (pencil: Pencil) => {
    choose(pencil)
    close()
  }
  return (
    <fieldset
      class={isOpen ? 'field whole' : kind}
      aria-label="Constraint"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        close()
      }}
    >
      <span class="label" aria-hidden="true">
        Constraint
      </span>
      <button
        ref={opener}
        type="button"
        class="line tool"
        aria-expanded={`${isOpen}`}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <span class="unseen">Constraint:</span> <ToolPicture pencil={chosen} /> {chosen.title}
      </button>
      {isOpen && (
        <div ref={list} class="tool-list card">
          <input
            ref={field}
            type="search"
            aria-label="Look for a constraint"
            placeholder="Its name, or a part of it"
            value={sought}
            onInput={({ currentTarget }) => seek(currentTarget.value)}
            onKeyDown={(event) => {
              // Otherwise it presses the button that has the focus by then.
              if (event.key === 'Enter') event.preventDefault()
              if (event.key === 'Enter' && found.length > 0) take((exact ?? found[0]).pencil)
              if (event.key === 'ArrowDown') list.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus()
            }}
          />
          {KINDS.map((kind) => {
            const tiles = found.filter((tile) => tile.kind === kind)
            if (tiles.length === 0) return null
            return (
              <section key={kind}>
                <h3 class="label">{kind}</h3>
                <ButtonRow label={kind} class="columns tight tool-tiles">
                  {tiles.map(({ pencil }) => (
                    <Button
                      key={pencil.title}
                      class="line tool"
                      aria-pressed={`${pencil === chosen}`}
                      onClick={() => take(pencil)}
                    >
                      <ToolPicture pencil={pencil} /> {pencil.title}
                    </Button>
                  ))}
                </ButtonRow>
              </section>
            )
          })}
          {found.length === 0 && <p class="small quiet">No constraint here is called so.</p>}
        </div>
      )}
    </fieldset>
  )
}

/** The corner of a grid with what a pencil draws there. */
function ToolPicture({ pencil }: { readonly pencil: Pencil }) {
  const sample = sampleOf(pencil)
  const viewBox = sample.some(({ paint }) => paint === 'clue') ? '-0.9 -0.9 3 3' : '-0.1 -0.1 3.2 3.2'
  return (
    <svg class="board-layers" viewBox={viewBox} aria-hidden="true">
      {paintedShapes(sample)}
    </svg>
  )
}

/** Strokes, and values that may be typed with them: the first that a pencil makes something of shows what it is. */
const STROKES = [
  [0, 1],
  [0, 10],
  [0, 1, 19, 20],
]
const LONG_STROKE = { way: [18, 9, 1, 2], area: [0, 1, 9] }
const VALUES = ['12', '', '5', '45']

/** The kinds that a stroke from cell to cell does not begin anywhere. */
const SHORT = ['Beside the grid', 'Between two cells']
const SIDES = ['under', 'over'] as const
const samples = new Map<Pencil, readonly Shape[]>()

function sampleOf(pencil: Pencil): readonly Shape[] {
  const known = samples.get(pencil)
  if (known) return known
  const sample: readonly Shape[] =
    'type' in pencil ? drawnWith(pencil) : [{ paint: 'cage', d: outlineOf([0, 1, 9, 10, 18], 9, 0) }]
  samples.set(pencil, sample)
  return sample
}

function drawnWith(tool: Tool): readonly Shape[] {
  const strokes = SHORT.includes(kindOf(tool.type)) ? STROKES : [LONG_STROKE[tool.stroke], ...STROKES]
  for (const cells of strokes) {
    for (const value of VALUES) {
      const made = puzzleWith({ puzzle: '.'.repeat(81), constraints: madeBy(tool, cells, value, 9) ?? [] })
      if (!made.ok) continue
      const rules = rulesOf(made.value)
      if (rules.drawings.length > 0) return SIDES.flatMap((side) => shapesOn(side, { rules, marks: new Map() }))
    }
  }
  return []
}
