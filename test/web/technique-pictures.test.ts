import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { hintShapes } from '../../shared/drawing/hint-shapes.ts'
import { pictureOf } from '../../shared/drawing/picture.ts'
import { type Step, stepsOf } from '../../shared/sudoku/rating/steps.ts'
import { type RuleSetName, STEP_NAMES, TECHNIQUE_NAMES, TECHNIQUES } from '../../shared/sudoku/rating/techniques.ts'
import { rulesFor } from '../../shared/sudoku/rules/rules.ts'
import { emptyPuzzle } from '../../web/rules/puzzle-text.ts'
import { candidatesOn, playIn } from '../../web/solve/hint/play.ts'
import { playedBoard } from '../../web/solve/hint/played-board.ts'
import { EXAMPLES } from '../sudoku/rating/rated.ts'

// The pictures of docs/ratings.md are drawn as hints are on the page. Run with `-u` to draw them anew.

const page = readFileSync(new URL('../../docs/ratings.md', import.meta.url), 'utf8')
const [quick, slow] = [false, true].map((isSlow) => EXAMPLES.filter(([name]) => name.startsWith('nested') === isSlow))
/** No puzzle that was looked at needs the first, and those that need the other take minutes each. */
const WITHOUT_EXAMPLE: ReadonlySet<string> = new Set(['direct-claiming', 'nested-dynamic-chains-plus'])
/** From one candidate of a cell to the next in a picture. */
const SPACING = 1 / 3

describe('docs/ratings/ has the step of the technique that docs/ratings/examples.tsv names', () => {
  const isDrawn = async (technique: string, text: string, play: string, sentence: string) => {
    const puzzle = { ...emptyPuzzle(9, 'classic'), text, play }
    const played = playIn(puzzle)
    const candidates = candidatesOn(played)
    const step = stepOn(played.digits, candidates, technique in TECHNIQUES ? 'se-1.2.1' : 'human-1')
    expect([step.technique, step.text]).toEqual([technique, sentence])
    const { cells } = playedBoard(puzzle, played, { hint: { step, stage: 'drawn', chain: undefined } })
    const { digits, on } = played
    const shapes = hintShapes({ step, rules: on.rules, stage: 'drawn', digits, candidates, spacing: SPACING })
    const svg = pictureOf({ ...rulesFor('classic', 9), shapes }, cells)
    await expect(`${svg}\n`).toMatchFileSnapshot(`../../docs/ratings/${technique}.svg`)
  }
  it.each(quick)('%s', isDrawn)
  // Seconds each.
  it.each(slow)('%s', { tags: ['long'] }, isDrawn)
})

function stepOn(placed: Uint8Array, digitsAt: readonly number[], ruleSet: RuleSetName): Step {
  const { value } = stepsOf(placed, { ruleSet }, { placed: [...placed], digitsAt }).next()
  if (typeof value === 'string') throw new Error(`no step: ${value}`)
  return value
}

it('docs/ratings.md has a row for each name, and shows an example of each technique', () => {
  const shown = TECHNIQUE_NAMES.filter((name) => !WITHOUT_EXAMPLE.has(name))
  expect(EXAMPLES.map(([technique]) => technique)).toEqual(shown)
  for (const technique of shown) expect(page).toContain(`<img src="ratings/${technique}.svg"`)
  for (const name of STEP_NAMES)
    expect(page.match(new RegExp(`^\\| \`${name}\` \\| .* \\| .* \\| .* \\|$`, 'm'))).not.toBeNull()
})
