import type { Locator, Page } from 'playwright-core'
import { eventually } from './browser.ts'

/** The grid that is edited. */
export const board = (page: Page) => page.getByRole('grid', { name: 'Puzzle' })
export const cell = (page: Page, row: number, column: number): Locator =>
  board(page).getByRole('gridcell', { name: new RegExp(`^row ${row} column ${column},`) })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Waits for words that are said to those who do not see the page. */
export const heard = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor()
/** The givens on the board, a character a cell; what was found of it stands in the same grid. */
const lineOn = (page: Page) =>
  board(page)
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => (cell.matches('.given') ? cell.textContent : '.')).join(''))
/** Waits until the board shows a puzzle. */
export const shows = (page: Page, line: string) => eventually(() => lineOn(page)).toBe(line)
