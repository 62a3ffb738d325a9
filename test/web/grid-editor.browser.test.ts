import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, longInBrowser, visit } from './browser.ts'
import { board, button, cell, heard, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const names = (locator: Locator) => locator.getAttribute('aria-label')

inBrowser('the keyboard walks through the grid from one tab stop, and writes where it is', async () => {
  const page = await open()
  await cell(page, 1, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('5')
  await board(page).getByRole('gridcell', { name: 'row 3 column 2, given 5' }).waitFor()
  await eventually(() => board(page).locator('[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('End')
  await page.keyboard.press('7')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('1')
  await eventually(() => names(cell(page, 3, 9))).toBe('row 3 column 9, given 7')
  await eventually(() => names(cell(page, 1, 1))).toBe('row 1 column 1, given 1')
  // Tab leads on from the cursor, once the focus has followed it.
  await cell(page, 1, 2).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('group', { name: 'Keypad' }).locator(':focus').waitFor()
})

longInBrowser('the keypad writes into the cell at the cursor, and the focus goes on with it', async () => {
  const page = await open('#/solve?size=16')
  await cell(page, 2, 3).click()
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'G' }).click()
  await board(page).getByRole('gridcell', { name: 'row 2 column 3, given G' }).waitFor()
  await cell(page, 2, 4).and(page.locator(':focus')).waitFor()
  // Both keys come before the page has painted once, as with a busy processor: what is said last is about the last one.
  await page.evaluate(async () => {
    for (const key of ['b', 'h']) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise((done) => setTimeout(done))
    }
  })
  await board(page).getByRole('gridcell', { name: 'row 2 column 4, given B' }).waitFor()
  const words = '“h” is no digit of a 16×16 grid: its digits are 1 to 9 and A to G.'
  await page.locator('main').getByText(words).waitFor()
  await heard(page, words)
  await button(page, 'Leave empty').click()
  await button(page, 'Erase').click()
  await button(page, 'Erase').click()
  await board(page).getByRole('gridcell', { name: 'row 2 column 4, empty' }).waitFor()
  await board(page).getByRole('gridcell', { name: 'row 2 column 3, given G' }).waitFor()
})

inBrowser('a grid of any size has its cells; what is written is undone and done again', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`)
  for (const size of [25, 16, 6, 4]) {
    await page.getByLabel('Size').selectOption(`${size}×${size}`)
    await shows(page, '.'.repeat(size * size))
    await eventually(() => board(page).getByRole('row').count()).toBe(size)
    await cell(page, size, size).click()
    await page.keyboard.press('1')
    await cell(page, size, size).and(page.getByLabel('given 1')).waitFor()
    await button(page, 'Undo').click()
    await shows(page, '.'.repeat(size * size))
    await page.keyboard.press('Control+z')
    await shows(page, GRID)
    await page.keyboard.press('Control+Shift+Z')
    await shows(page, '.'.repeat(size * size))
    await button(page, 'Redo').click()
    await shows(page, '1'.padStart(size * size, '.'))
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await shows(page, GRID)
  }
})

longInBrowser('rules are drawn, said and explained, with their marks and clashes, where their size is', async () => {
  const page = await open('#/solve?rules=even')
  await cell(page, 1, 1).click()
  await page.keyboard.press('e')
  await board(page).getByRole('gridcell', { name: 'row 1 column 1, empty, even digit only' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await button(page, 'Mark even').click()
  await board(page).getByRole('gridcell', { name: 'row 1 column 2, empty, even digit only' }).waitFor()
  await eventually(() => button(page, 'Mark even').getAttribute('aria-pressed')).toBe('true')
  await page.getByLabel('Rules').selectOption('Windoku')
  await heard(page, 'Windoku rules. Four windows (rows and columns 2–4 and 6–8) hold every digit once, too.')
  await board(page).getByRole('gridcell', { name: 'row 1 column 1, empty', exact: true }).waitFor()
  await board(page).getByRole('gridcell', { name: 'row 2 column 4, empty, in a window' }).waitFor()
  expect(await board(page).getByRole('gridcell', { name: 'in a window' }).count()).toBe(36)
  await cell(page, 2, 2).click()
  await page.keyboard.press('5')
  await cell(page, 4, 4).click()
  await page.keyboard.press('5')
  const words = '5 stands twice in window 1, at row 2 column 2 and row 4 column 4.'
  await page.locator('main').getByText(words).waitFor()
  await heard(page, words)
  await eventually(() => names(cell(page, 2, 2))).toBe('row 2 column 2, given 5, in a window, clashes')
  const tint = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
  expect(await tint(cell(page, 2, 2))).toBe(await tint(cell(page, 4, 4)))
  await page.keyboard.press('Backspace')
  await heard(page, 'Nothing clashes any more.')
  await page.locator('main').getByText(words).waitFor({ state: 'detached' })
  expect(await page.getByLabel('Size').locator('option:not([disabled])').allTextContents()).toEqual(['9×9'])
  await page.getByLabel('Rules').selectOption('Diagonal')
  await board(page).getByRole('gridcell', { name: 'row 1 column 9, empty, on a diagonal' }).waitFor()
  await page.getByLabel('Size').selectOption('4×4')
  const unknown = ['Windoku', 'Anti-knight', 'Anti-king', 'Non-consecutive']
  expect(await page.getByLabel('Rules').locator('option[disabled]').allTextContents()).toEqual(unknown)
})

longInBrowser('a link without a clipboard is shown, by a button that no answer moves from under a finger', async () => {
  const page = await open('#/bulk', { viewport: { width: 390, height: 600 } })
  const held = Promise.withResolvers<void>()
  await page.route(/solver-worker/, (route) => held.promise.then(() => route.continue()))
  await visit(page, `#/solve?puzzle=${GRID}`)
  await shows(page, GRID)
  const before = await button(page, 'Copy link').boundingBox()
  held.resolve()
  await page
    .getByRole('region', { name: 'Hints' })
    .getByText(/^ER 1.2/)
    .waitFor()
  const moved = ((await button(page, 'Copy link').boundingBox())?.y ?? 0) - (before?.y ?? 0)
  expect(Math.abs(moved)).toBeLessThan(1)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await button(page, 'Copy link').click()
  const field = page.getByLabel('Copy this link')
  // Where it is seen at once, and not below the edge of a phone, which it may touch.
  await eventually(async () => (await field.boundingBox())?.y ?? 0).toBeGreaterThan(0)
  await eventually(async () => ((await field.boundingBox())?.y ?? 600) + 40).toBeLessThanOrEqual(600)
  await eventually(() => field.inputValue()).toContain(GRID)
  await eventually(() => page.evaluate(() => getSelection()?.toString())).toContain(GRID)
})
