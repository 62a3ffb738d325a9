import { useState } from 'hono/jsx/dom'
import { parseGrid } from '../../shared/sudoku/grid.ts'
import { rulesFor } from '../../shared/sudoku/rules.ts'
import type { PuzzleText } from '../address.ts'
import { Board, type BoardCell } from '../grid/board.tsx'
import { ExamplePicker } from '../grid/example-picker.tsx'
import { usePage } from '../page-state.ts'
import { type Choice, SETS, type SetName } from './choice.ts'
import { collection } from './collection.ts'
import { LIMITS } from './limits.ts'
import { OwnForm } from './own-form.tsx'

const NAMES: Readonly<Record<SetName, string>> = {
  puzzle: 'This puzzle',
  texts: 'Easy to very hard',
  own: 'A set of your own',
}

/** What to compare. */
export function ChoiceForm({ choice }: { choice: Choice }) {
  const { puzzle } = usePage()
  const { set, own, ownRules, limit, choose } = choice
  return (
    <div class="stack">
      <fieldset class="sets">
        <legend>Puzzles</legend>
        {SETS.map((name) => (
          <label key={name} class="set">
            <input type="radio" name="set" value={name} checked={name === set} onChange={() => choose({ set: name })} />
            {NAMES[name]}
          </label>
        ))}
      </fieldset>
      {set === 'puzzle' && <PuzzlePanel puzzle={puzzle} />}
      {set === 'texts' && (
        <p class="quiet">
          {collection.length} grids: those that the textbooks count backtracks on, famous hard ones, and some as
          newspapers print them.
        </p>
      )}
      {set === 'own' && (
        <OwnForm
          set={own}
          onSet={(own) => choose({ own })}
          rules={ownRules}
          onRules={(ownRules) => choose({ ownRules })}
        />
      )}
      <div class="field limit">
        <label for="limit">Give a puzzle up after</label>
        <select
          id="limit"
          value={`${limit}`}
          onChange={(event: Event) => choose({ limit: Number((event.target as HTMLSelectElement).value) })}
        >
          {LIMITS.map(({ backtracks, name }) => (
            <option key={backtracks} value={`${backtracks}`}>
              {name} backtracks
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

function PuzzlePanel({ puzzle }: { puzzle: PuzzleText }) {
  const { hrefOf } = usePage()
  const [cursor, setCursor] = useState(0)
  const { size, rules } = puzzle
  return (
    <div class="this-puzzle">
      <Board
        label="The puzzle to compare on"
        size={size}
        rules={rules}
        cells={cellsOf(puzzle)}
        cursor={Math.min(cursor, size * size - 1)}
        onCursor={setCursor}
      />
      <div class="stack">
        <ExamplePicker />
        <p class="small">
          <a href={hrefOf('solve')}>Change its cells</a>
        </p>
      </div>
    </div>
  )
}

function cellsOf({ line, rules, size }: PuzzleText): BoardCell[] {
  const grid = parseGrid(line, rulesFor(rules, size).mark, size)
  // The address was read already: what stands in it is a grid.
  if ('error' in grid) return []
  return Array.from(grid.digits, (digit, cell) => ({
    digit,
    kind: digit === 0 ? 'empty' : 'given',
    mark: grid.marks.get(cell),
  }))
}
