import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { browserForFile, eventually, inBrowser, violationsOf } from './browser.ts'
import { button, cell, heard, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const A = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
const SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179'
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] }
const rows = A.match(/.{9}/g) ?? []
/** A line, rows, a Kaggle row and file, a frame, numbers. */
const FORMS = [
  A,
  rows.join('\n'),
  `${A.replaceAll('.', '0')},${SOLVED}`,
  `quizzes,solutions\n${A.replaceAll('.', '0')},${SOLVED}\n`,
  rows.map((row) => `| ${row.match(/.../g)?.join(' | ')} |`).join('\n'),
  rows.map((row) => [...row.replaceAll('.', '0')].join(' ')).join('\n'),
]

const paste = async (page: Page, text: string) => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('Control+v')
}

describe('what is pasted', () => {
  inBrowser('fills the board, whatever its form', async () => {
    const page = await open('', CLIPBOARD)
    await cell(page, 5, 5).click()
    for (const text of FORMS) {
      await paste(page, text)
      await heard(page, 'A 9×9 grid with 30 givens is on the board.')
      await shows(page, A)
      await page.keyboard.press('Control+z')
      await shows(page, '.'.repeat(81))
      // What is heard next is of the next form.
      await heard(page, 'Undone.')
    }
  })

  inBrowser('and cannot be read leaves the board as it was, and is told where', async () => {
    const page = await open(`#/solve?puzzle=${A}`, CLIPBOARD)
    await cell(page, 5, 5).click()
    await paste(page, `${A.slice(0, 39)}x${A.slice(40)}`)
    await page.locator('main').getByText('cell 40: found "x", expected 1–9, 0 or "."').waitFor()
    await shows(page, A)
  })

  inBrowser(
    'and holds several puzzles is carried over to Bulk; the first is on the board',
    { tags: ['long'] },
    async () => {
      const page = await open('', CLIPBOARD)
      await cell(page, 5, 5).click()
      await paste(page, `${A}\n${SOLVED}\n${SOLVED}`)
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
      await paste(page, `${A}\n${SOLVED}\n${SOLVED}`)
      await button(page, 'Solve this file').click()
      await page.waitForURL(/#\/bulk\/[\w-]{36}/)
      await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
    },
  )

  inBrowser('into the field is taken at once, or can be mended there', { tags: ['long'] }, async () => {
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
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), SOLVED)
    await field.press('Control+v')
    await shows(page, SOLVED)
    await field.waitFor({ state: 'detached' })
  })

  inBrowser('may be a file that is dropped on the board', { tags: ['long'] }, async () => {
    const page = await open()
    const dataTransfer = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'puzzle.txt', { type: 'text/plain' }))
      return transfer
    }, rows.join('\n'))
    await cell(page, 1, 1).dispatchEvent('drop', { dataTransfer })
    await shows(page, A)
  })
})
