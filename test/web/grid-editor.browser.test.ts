import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { A, rowsOf, SOLVED_A } from '../input/puzzles.ts'
import { LARGEST, LARGEST_SOLUTION } from '../sudoku/largest.ts'
import {
  browserForFile,
  drawn,
  eventually,
  inBrowser,
  longInBrowser,
  transferOf,
  violationsOf,
  visit,
} from './browser.ts'
import { board, button, CLIPBOARD, cell, heard, holds, paste, shows, tells } from './grid-on-page.ts'

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

longInBrowser('a grid of any size has its cells; what is written is undone and done again', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`)
  for (const size of [25, 16, 6, 4]) {
    await page.getByLabel('Size').selectOption(`${size}×${size}`)
    await shows(page, '.'.repeat(size * size))
    await eventually(() => board(page).getByRole('row').count()).toBe(size)
    await cell(page, size, size).click()
    await page.keyboard.press('1')
    await holds(page, size, size, 'given 1')
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
  const words = '5 stands twice in the window at r2c2, at row 2 column 2 and row 4 column 4.'
  await page.locator('main').getByText(words).waitFor()
  await heard(page, words)
  await eventually(() => names(cell(page, 2, 2))).toBe('row 2 column 2, given 5, in a window, clashes')
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
  const page = await open('#/files', { viewport: { width: 390, height: 600 } })
  const held = Promise.withResolvers<void>()
  await page.route(/solver-worker/, (route) => held.promise.then(() => route.continue()))
  await visit(page, `#/solve?puzzle=${GRID}`)
  await shows(page, GRID)
  const before = await button(page, 'Copy link').boundingBox()
  held.resolve()
  await tells(page, /^Difficulty 1.2/)
  const moved = ((await button(page, 'Copy link').boundingBox())?.y ?? 0) - (before?.y ?? 0)
  expect(Math.abs(moved)).toBeLessThan(1)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  const asked = page.waitForEvent('dialog')
  const clicked = button(page, 'Copy link').click()
  const dialog = await asked
  expect(dialog.message()).toMatch('Copy this link')
  expect(dialog.defaultValue()).toContain(GRID)
  await dialog.dismiss()
  await clicked
})

describe('what is pasted', () => {
  longInBrowser('fills the board, and leaves it as it was where it cannot be read', async () => {
    const page = await open('', CLIPBOARD)
    await cell(page, 5, 5).click()
    await paste(page, rowsOf(A).join('\n'))
    await heard(page, 'A 9×9 grid with 30 givens is on the board.')
    await shows(page, A)
    await paste(page, `${A.slice(0, 39)}x${A.slice(40)}`)
    await page.locator('main').getByText('cell 40: found "x", expected 1–9, 0 or "."').waitFor()
    await shows(page, A)
    await page.keyboard.press('Control+z')
    await shows(page, '.'.repeat(81))
    await page.keyboard.press('Control+y')
    await shows(page, A)
  })

  longInBrowser('may be a grid of 36×36, which is solved, and typed on', async () => {
    const page = await open('', CLIPBOARD)
    await cell(page, 5, 5).click()
    await paste(page, LARGEST)
    await heard(page, `A 36×36 grid with ${LARGEST.replaceAll('.', '').length} givens is on the board.`)
    await page.locator('.verdict').getByText('One solution.').waitFor()
    await page.getByLabel('Answer').check()
    const cells = page.locator('[data-cell]')
    const text = () => cells.evaluateAll((cells) => cells.map(({ textContent }) => textContent || '.').join(''))
    await eventually(text).toBe(LARGEST_SOLUTION)
    // All of its symbols are keys, of which the last one is 36.
    expect(await page.getByRole('group', { name: 'Keypad' }).getByRole('button').count()).toBe(38)
    await cell(page, 1, 36).click()
    await button(page, '0').click()
    await cell(page, 1, 35).click()
    await page.keyboard.press('z')
    await shows(page, `${'.'.repeat(34)}Z0${LARGEST.slice(36)}`)
    await page.getByRole('link', { name: 'Watch' }).first().click()
    await page.getByText('a grid of 36×36 is too large for its steps to be shown').waitFor()
  })

  longInBrowser('and holds several puzzles is carried over to Files; the first is on the board', async () => {
    const page = await open('', CLIPBOARD)
    for (const isSolved of [false, true]) {
      // Coming back, the view hears what is pasted once it is drawn.
      await drawn(page)
      await cell(page, 5, 5).click()
      await paste(page, `${A}\n${SOLVED_A}\n${SOLVED_A}`)
      await heard(page, 'That was 3 puzzles: here they all are.')
      if (isSolved) break
      // The list of jobs may have one of that name, too.
      await page.getByRole('region', { name: 'A file to solve' }).getByText('Pasted puzzles').waitFor()
      await page.goBack()
      await shows(page, A)
      await page.goForward()
      // They are handed over once: who comes back chooses again.
      await button(page, 'Choose a file').waitFor()
      await page.goBack()
      await shows(page, A)
    }
    await button(page, 'Solve on the service').click()
    await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
  })

  longInBrowser(
    'into the field is taken at once, or can be mended there, and may be a file that is dropped',
    async () => {
      const page = await open('', CLIPBOARD)
      await button(page, 'Paste a puzzle').click()
      const field = page.getByLabel('Puzzle as text')
      await field.and(page.locator(':focus')).waitFor()
      await paste(page, A.slice(1))
      await page.getByRole('alert').getByText('81 cells are needed, 80 are there').waitFor()
      expect(await violationsOf(page)).toEqual([])
      await field.press('Control+Home')
      await field.pressSequentially('5')
      await button(page, 'Put it on the board').click()
      await shows(page, A)
      await button(page, 'Paste a puzzle').click()
      await paste(page, SOLVED_A)
      await shows(page, SOLVED_A)
      await field.waitFor({ state: 'detached' })
      // Beside the open field, as by who is quicker than its code is loaded.
      await button(page, 'Paste a puzzle').click()
      await field.waitFor()
      await cell(page, 1, 1).focus()
      await paste(page, rowsOf(A).join('\n'))
      await shows(page, A)
      await field.waitFor({ state: 'detached' })
      await paste(page, SOLVED_A)
      await shows(page, SOLVED_A)
      const dataTransfer = await transferOf(page, rowsOf(A).join('\n'))
      await cell(page, 1, 1).dispatchEvent('drop', { dataTransfer })
      await shows(page, A)
    },
  )
})
