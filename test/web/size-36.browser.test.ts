// @module-tag long

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LARGEST, LARGEST_SOLUTION } from '../sudoku/largest.ts'
import { browserForFile, eventually, inBrowser } from './browser.ts'
import { button, CLIPBOARD, cell, heard, paste, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const textOn = (page: Page) =>
  page.locator('[data-cell]').evaluateAll((cells) => cells.map(({ textContent }) => textContent || '.').join(''))

inBrowser('a 36×36 grid is pasted, solved and typed on', async () => {
  const page = await open('', CLIPBOARD)
  await cell(page, 5, 5).click()
  await paste(page, LARGEST)
  await heard(page, `A 36×36 grid with ${LARGEST.replaceAll('.', '').length} givens is on the board.`)
  await page.locator('.verdict').getByText('One solution.').waitFor()
  await eventually(async () => expect(await textOn(page)).toBe(LARGEST_SOLUTION))
  // All of its symbols are keys, of which the last one is 36.
  const keys = page.getByRole('group', { name: 'Keypad' }).getByRole('button')
  expect(await keys.count()).toBe(38)
  await cell(page, 1, 36).click()
  await button(page, '0').click()
  await shows(page, `${'.'.repeat(35)}0${LARGEST.slice(36)}`)
  await cell(page, 1, 35).click()
  await page.keyboard.press('z')
  await shows(page, `${'.'.repeat(34)}Z0${LARGEST.slice(36)}`)
  await page.getByRole('link', { name: 'Watch' }).first().click()
  await page.getByText('a grid of 36×36 is too large for its steps to be shown').waitFor()
})
