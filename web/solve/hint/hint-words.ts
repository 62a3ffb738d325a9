import type { HintStep, Stage } from '../../../shared/drawing/hint-shapes.ts'
import { groupedBy } from '../../../shared/grouped.ts'
import { nameOfCell } from '../../../shared/sudoku/grid/cell-name.ts'
import { symbolOf } from '../../../shared/sudoku/grid/grid.ts'
import type { Size } from '../../../shared/sudoku/grid/units.ts'
import type { Link, LinkEnd } from '../../../shared/sudoku/rating/hint.ts'
import type { Rating, RatingAtLeast } from '../../../shared/sudoku/rating/rating.ts'
import { cellsNamed, listed } from '../../../shared/sudoku/rating/words.ts'
import { capitalised } from '../../ui/words.ts'

/** If there are more cells than these, only the digit is told: the list would be as long as the hint. */
const MOST_CELLS = 4
const MOST_UNITS = 3

export function hintWords(step: HintStep, stage: Stage, size: Size = 9): { title: string; more: string } {
  if (stage === 'where') return { title: 'Where to look', more: `${placeWords(step, size)}.` }
  const { technique, reason, conclusion } = partsOf(step)
  const title = 'rating' in step ? `${technique}, ${step.rating.toFixed(1)}` : technique
  return { title, more: stage === 'drawn' ? `${reason}; so ${conclusion}` : `${whatWords(step, size)}.` }
}

/** Each inference of a chain in a line, `r1c1=2 → r1c5≠2 (row)`, with its link, or all that it follows from together. */
export function chainLines(links: readonly Link[]) {
  const end = ({ cell, digit, on }: LinkEnd) => `${nameOfCell(cell, 9)}${on ? '=' : '≠'}${digit}`
  return [...groupedBy(links, ({ to }) => end(to))].map(([to, joint]) => ({
    words: `${joint.map(({ from }) => end(from)).join(', ')} → ${to} (${joint[0].why.replaceAll('-', ' ')})`,
    links: joint,
  }))
}

/** The lines of a step's chains in words, where its reason does not go the whole way. */
export function chainSentences(step: HintStep): string[] {
  const { lines } = partsOf(step)
  return step.links.length > 0 && lines ? lines.split('; ') : []
}

/** `Look at box 4`, or where the chain begins. */
function placeWords(step: HintStep, size: Size): string {
  const { technique, units, digits, links, eliminations } = step
  if (links.length > 0) {
    if (units.length > 0) return `Look at the ${links[0].from.digit}s of ${listed(units)}`
    const { reason } = partsOf(step)
    const [name, isSeen] = /(r\dc\d)( sees both)$/.exec(reason)?.slice(1) ?? /r\dc\d/.exec(reason) ?? []
    return isSeen ? `Look at what ${name} sees` : `Follow what ${name} leads to`
  }
  if (technique.startsWith('aligned')) {
    const losing = eliminations.map(({ cell }) => cell)
    return `Look at ${cellsNamed(losing, size)}`
  }
  const places = placesOf(step, size)
  return `Look at ${places || `where ${listed(digits.map(symbolOf))} may still be`}`
}

/** `Look for 8 in box 2`, or how the chain begins: its digits, and neither the cells of a pattern nor what follows. */
function whatWords(step: HintStep, size: Size): string {
  const { technique, digits, links } = step
  const places = placesOf(step, size)
  if (links.length > 0) {
    const { cell, digit, on } = links[0].from
    return `Suppose that ${nameOfCell(cell, size)} is ${on ? '' : 'not '}${digit}`
  }
  if (technique === 'naked-single') return `Look for the only digit that ${places} can be`
  return `Look for ${listed(digits.map(symbolOf))}${places && ` in ${places}`}`
}

/** `box 2`, or the cells where it is of no unit; nothing where there are too many. */
function placesOf({ units, cells }: HintStep, size: Size): string {
  if (units.length > 0 && units.length <= MOST_UNITS) return listed(units)
  return cells.length <= MOST_CELLS ? cellsNamed(cells, size) : ''
}

/** A step's text is `Technique: reason; so conclusion.`, and of several chains `Technique: reason: their lines; so conclusion.` */
function partsOf({ text }: HintStep) {
  const so = text.lastIndexOf('; so ')
  const [technique, reason, ...lines] = text.slice(0, so).split(': ')
  const conclusion = text.slice(so + '; so '.length)
  return { technique, reason: capitalised(reason), lines: lines.join(': '), conclusion }
}

/** A rating in a line, with what hints call its hardest step: `Difficulty 7.2 of 12 (Sudoku Explainer). Hardest step: XY-chain.` */
export function ratingLine(rating: Rating | RatingAtLeast, name: string | undefined): string {
  const er = 'atLeast' in rating ? `at least ${rating.atLeast.toFixed(1)}` : rating.er.toFixed(1)
  // A name that begins with letters stays as it is.
  const hardest = name ? ` Hardest step: ${name.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())}.` : ''
  return `Difficulty ${er} of 12 (Sudoku Explainer).${hardest}`
}
