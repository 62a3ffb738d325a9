import { expect, inject } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { browserForFile, eventually, inBrowser, visit } from './browser.ts'
import { endOf, rowOf } from './bulk-page.ts'

const { open } = browserForFile()

/** On a diagonal grid it has one solution. */
const KILLER = {
  puzzle: '12.............4',
  constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
}
const SOLUTION = '1243431234212134'

inBrowser(
  'results of puzzles that bring rules, and of jobs of several rules, are boards, and open in Solve',
  async () => {
    const client = createClient({ url: inject('serviceUrl') })
    const { id } = await client.createJob({ puzzles: ['e1.............4'], rules: ['even', 'diagonal'], solutions: 2 })
    const { id: ofOne } = await client.createJob({ puzzles: [{ ...KILLER, rules: ['diagonal'] }], solutions: 2 })
    await endOf(id)
    await endOf(ofOne)
    const page = await open(`#/bulk/${ofOne}`)
    await rowOf(page, 1).click()
    const detail = page.getByRole('region', { name: 'Line 1' })
    await eventually(() => detail.getByRole('grid', { name: 'Solution' }).textContent()).toBe(SOLUTION)
    await detail
      .getByRole('grid', { name: 'Puzzle' })
      .getByRole('gridcell', { name: /^row 1 column 1,.*in a cage of 3/ })
      .waitFor()
    await eventually(() => detail.locator('.board .cage').count()).toBe(2)

    await detail.getByRole('link', { name: 'Open in Solve' }).click()
    await page.getByRole('heading', { name: /^One solution/ }).waitFor()
    await page.getByRole('gridcell', { name: /^row 1 column 1,.*in a cage of 3/ }).waitFor()
    expect(await page.evaluate(() => location.hash)).toMatch(/rules=diagonal&own=/)

    await visit(page, `#/bulk/${id}?place=1`)
    await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe('2143432134121234')
    await page
      .getByRole('grid', { name: 'Puzzle' })
      .getByRole('gridcell', { name: /^row 1 column 1,.*even/ })
      .waitFor()
  },
)
