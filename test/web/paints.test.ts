import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PAINTS } from '../../shared/drawing/paints.ts'
import { LINE_STYLES } from '../../shared/sudoku/constraints/drawing.ts'

const sheet = (file: string) => readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8')

/** The rules of a sheet for the layers of a board, by class. */
function classesIn(css: string): Set<string> {
  const selectors = css.match(/^\s*\.board-layers [^{]*(?=\{)/gm) ?? []
  return new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[\w-]+/g) ?? []))
}

const BOARD = sheet('grid/board.css')
const [PLAIN, FEW_COLOURS] = BOARD.split('@media (forced-colors: active) {')

it('every paint has its style on the page', () => {
  const styled = classesIn(PLAIN + sheet('solve/hint/hint.css'))
  expect(Object.keys(PAINTS).filter((paint) => !styled.has(paint))).toEqual([])
})

it.each(LINE_STYLES)('the line of %s has a width and a colour', (style) => {
  const blocks = [...PLAIN.matchAll(/^\.board-layers ([^{]*)\{([^}]*)\}/gm)]
  const own = blocks.filter(([, selector]) => new RegExp(`\\.${style}(?![\\w-])`).test(selector))
  const bodies = own.map(([, , body]) => body).join('')
  expect(bodies).toMatch(/\bstroke-width: .*\bstroke: |\bstroke: .*\bstroke-width: /s)
  if (bodies.includes('var(--paint)')) expect(PLAIN).toContain(`  --${style}: `)
})

it('every style of line is seen in a theme of few colours', () => {
  const styled = classesIn(FEW_COLOURS)
  expect(LINE_STYLES.filter((style) => !styled.has(style))).toEqual([])
})
