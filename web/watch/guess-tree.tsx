import { useState } from 'preact/hooks'
import { nameOfCell } from '../../shared/sudoku/grid/cell-name.ts'
import { SYMBOLS } from '../grid/board.tsx'
import { Button } from '../ui/parts.tsx'
import { numberText } from '../ui/words.ts'
import type { StandingGuess, TriedGuess } from './search-state.ts'
import type { Frame } from './search-tape.ts'

/** So many of the latest choices are shown unfolded: what happens, happens there. */
const UNFOLDED = 6
/** So many guesses of a choice have room beside each other. */
const MOST_BESIDE = 3

/**
 * The tree of guesses around the one that the search is in, a row to a choice. What stands is its trunk; dead ends, each
 * closed over all that was tried under it, hang to the left of it, in the order in which they were tried.
 *
 *        ┌─────────┬─────────┤
 *     4 12 tries  8 1 try  r1c7 = 9
 *                            │
 *                         r1c8 = 4
 */
export function GuessTree({ frame, size, to }: { frame: Frame; size: number; to: (step: number) => void }) {
  const { path, tried, left, last } = frame
  const [isUnfolded, setUnfolded] = useState(false)
  const levels = [...path.map((guess) => [...guess.tried, guess]), tried, left?.tried ?? []]
  const choices = levels.filter((guesses) => guesses.length > 0)
  const folded = Math.max(0, choices.length - UNFOLDED)
  /** The guess of the last step, or the one that it was made under. */
  const here = (last?.kind === 'undo' ? undefined : path.at(-1)) ?? tried.at(-1)
  const node = (depth: number, guess: Guess, label: string, name: string, tries: number) => (
    <Button
      key={guess.from}
      role="treeitem"
      class={`guess ${tries > 0 ? 'dead' : ''}`}
      aria-label={tries > 0 ? `${name}, ${triesText(tries)}, dead end` : name}
      aria-level={depth}
      aria-current={guess === here ? 'true' : undefined}
      tabIndex={guess === here ? 0 : -1}
      onClick={() => to('to' in guess ? guess.to : guess.from)}
    >
      {tries > 0 ? <s>{label}</s> : label}{' '}
      {tries > 0 && (
        <small>
          {numberText(tries)}
          {tries < MOST_WITH_WORD && <span> {wordFor(tries)}</span>}
        </small>
      )}
    </Button>
  )
  const level = (guesses: readonly Guess[], depth: number) => {
    const shown = guesses.length > MOST_BESIDE ? guesses.slice(1 - MOST_BESIDE) : guesses
    const before = guesses.at(-1 - shown.length)
    const last = shown[shown.length - 1]
    const backtracks = choices[depth - 2]?.at(-1)?.backtracks ?? 0
    return (
      <div key={depth} role="none" class="level" data-depth={depth}>
        {before && node(depth, before, '…', '…', shown[0].backtracks - backtracks)}
        {shown.map((guess) => {
          const name = `${nameOfCell(guess.cell, size)} = ${SYMBOLS[guess.digit]}`
          // What is beside the last one is mostly of the same cell.
          const label = guess !== last && guess.cell === last.cell ? SYMBOLS[guess.digit] : name
          return node(depth, guess, label, name, 'to' in guess ? guess.tries : 0)
        })}
      </div>
    )
  }
  return (
    <details class="guesses" open>
      <summary>Guesses that stand: {numberText(path.length)}</summary>
      {folded > 0 && (
        <div class="level">
          <Button class="guess" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
            {triesText(path[folded - 1].backtracks)} in the first {folded > 1 && numberText(folded)}
            <span aria-hidden="true">{isUnfolded ? '▾' : '▸'}</span>
          </Button>
        </div>
      )}
      {here && (
        <div role="tree" class="tree" aria-label="Guesses" tabIndex={-1} onKeyDown={moveFocus}>
          {choices.map((guesses, i) => (isUnfolded || i >= folded) && level(guesses, i + 1))}
        </div>
      )}
    </details>
  )
}

type Guess = StandingGuess | TriedGuess

/** Beside `1,234` the word has no room; on a narrow screen the style sheet leaves it out, too. */
const MOST_WITH_WORD = 1_000

const wordFor = (tries: number) => (tries === 1 ? 'try' : 'tries')
const triesText = (tries: number) => `${numberText(tries)} ${wordFor(tries)}`

/** Moves the focus as trees do: up and down through what is shown, to the left to the guess above. */
function moveFocus(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=treeitem]')]
  const at = items.indexOf(event.target as HTMLElement)
  const levelOf = (i: number) => Number(items[i]?.ariaLevel)
  const places: Readonly<Record<string, number>> = {
    ArrowUp: at - 1,
    ArrowDown: at + 1,
    ArrowLeft: items.findLastIndex((_, i) => i < at && levelOf(i) < levelOf(at)),
    ArrowRight: levelOf(at + 1) > levelOf(at) ? at + 1 : at,
    Home: 0,
    End: items.length - 1,
  }
  if (!(event.key in places)) return
  // Elsewhere these keys are the player's.
  event.preventDefault()
  items[places[event.key]]?.focus()
}
