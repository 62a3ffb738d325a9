import { describe, expect } from 'vitest'
import { A, rowsOf, SOLVED_A } from '../input/puzzles.ts'
import { browserForFile, eventually, inBrowser, longInBrowser, violationsOf } from './browser.ts'
import { button, CLIPBOARD, cell, heard, paste, shows } from './grid-on-page.ts'

const { open } = browserForFile()

describe('what is pasted', () => {
  inBrowser('fills the board, and leaves it as it was where it cannot be read', async () => {
    const page = await open('', CLIPBOARD)
    await cell(page, 5, 5).click()
    await paste(page, rowsOf(A).join('\n'))
    await heard(page, 'A 9×9 grid with 30 givens is on the board.')
    await shows(page, A)
    await page.keyboard.press('Control+z')
    await shows(page, '.'.repeat(81))
    await page.keyboard.press('Control+y')
    await paste(page, `${A.slice(0, 39)}x${A.slice(40)}`)
    await page.locator('main').getByText('cell 40: found "x", expected 1–9, 0 or "."').waitFor()
    await shows(page, A)
  })

  longInBrowser('and holds several puzzles is carried over to Bulk; the first is on the board', async () => {
    const page = await open('', CLIPBOARD)
    await cell(page, 5, 5).click()
    await paste(page, `${A}\n${SOLVED_A}\n${SOLVED_A}`)
    await heard(page, 'That was 3 puzzles: here they all are.')
    // The list of jobs may have one of that name, too.
    await page.getByRole('region', { name: 'A file to solve' }).getByText('Pasted puzzles').waitFor()
    await page.goBack()
    await shows(page, A)
    await page.goForward()
    // They are handed over once: who comes back chooses again.
    await button(page, 'Choose a file').waitFor()
    await page.goBack()
    await cell(page, 5, 5).click()
    await paste(page, `${A}\n${SOLVED_A}\n${SOLVED_A}`)
    await button(page, 'Solve this file').click()
    await page.waitForURL(/#\/bulk\/[\w-]{36}/)
    await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
  })

  longInBrowser('into the field is taken at once, or can be mended there', async () => {
    const page = await open('', CLIPBOARD)
    await button(page, 'Paste a puzzle').click()
    const field = page.getByLabel('Puzzle as text')
    await field.and(page.locator(':focus')).waitFor()
    await paste(page, A.slice(1))
    await page.getByRole('alert').getByText('81 cells are needed, 80 are there').waitFor()
    await eventually(() => field.inputValue()).toBe(A.slice(1))
    expect(await violationsOf(page)).toEqual([])
    await field.press('Control+Home')
    await field.pressSequentially('5')
    await button(page, 'Put it on the board').click()
    await shows(page, A)
    await button(page, 'Paste a puzzle').click()
    await paste(page, SOLVED_A)
    await shows(page, SOLVED_A)
    await field.waitFor({ state: 'detached' })
  })

  longInBrowser('may be a file that is dropped on the board', async () => {
    const page = await open()
    const dataTransfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'puzzle.txt', { type: 'text/plain' }))
      return transfer
    }, rowsOf(A).join('\n'))
    await cell(page, 1, 1).dispatchEvent('drop', { dataTransfer })
    await shows(page, A)
  })
})
