import type { Locator, Page } from 'playwright-core'
import { eventually } from './browser.ts'

/** The grid that is edited. */
export const board = (page: Page) => page.getByRole('grid', { name: 'Puzzle' })
export const cell = (page: Page, row: number, column: number): Locator =>
  board(page).getByRole('gridcell', { name: new RegExp(`^row ${row} column ${column},`) })
/** Waits until a cell says some words of itself. */
export const holds = (page: Page, row: number, column: number, words: string | RegExp) =>
  cell(page, row, column).and(page.getByLabel(words)).waitFor()
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Waits for words about the puzzle on the board; some are said to those who do not see the page, too. */
export const tells = (page: Page, words: string | RegExp) => page.locator('.verdict').getByText(words).waitFor()
/** Waits for words that are said to those who do not see the page. */
export const heard = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor()
/** The givens on the board, a character a cell; what was found of it stands in the same grid. */
const lineOn = (page: Page) =>
  board(page)
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => (cell.matches('.given') ? cell.textContent : '.')).join(''))
/** Waits until the board shows a puzzle. */
export const shows = (page: Page, line: string) => eventually(() => lineOn(page)).toBe(line)

/** The permissions of a page that has a clipboard. */
export const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }

export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

/** Drags from cell to cell, `r1c1 r1c2`, by mouse. */
export async function drag(page: Page, cells: string): Promise<void> {
  for (const [i, name] of cells.split(' ').entries()) {
    const [row, column] = name.slice(1).split('c').map(Number)
    const box = await cell(page, row, column).boundingBox()
    if (!box) throw new Error(`${name} is not on the page`)
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    if (i === 0) await page.mouse.down()
  }
  await page.mouse.up()
}
