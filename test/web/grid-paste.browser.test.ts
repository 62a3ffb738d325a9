import { describe, expect } from 'vitest'
import { A, rowsOf, SOLVED_A } from '../input/puzzles.ts'
import { LARGEST, LARGEST_SOLUTION } from '../sudoku/largest.ts'
import { browserForFile, drawn, eventually, inBrowser, longInBrowser, transferOf, violationsOf } from './browser.ts'
import { button, CLIPBOARD, cell, heard, paste, shows } from './grid-on-page.ts'

const { open } = browserForFile()

describe('what is pasted', () => {
  inBrowser('fills the board, and leaves it as it was where it cannot be read', async () => {
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

  longInBrowser('and holds several puzzles is carried over to Bulk; the first is on the board', async () => {
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
    await button(page, 'Solve this file').click()
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
      const dataTransfer = await transferOf(page, rowsOf(A).join('\n'))
      await cell(page, 1, 1).dispatchEvent('drop', { dataTransfer })
      await shows(page, A)
    },
  )
})
