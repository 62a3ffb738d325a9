import { fPuzzlesLinkOf } from '../../shared/input/variants/f-puzzles-writer.ts'
import { variantOf } from '../../shared/input/variants/variant-puzzle.ts'
import { browserForFile, eventually, inBrowser } from './browser.ts'
import { board, cell, shows } from './grid-on-page.ts'

const { open } = browserForFile()

/** A killer of 4×4 cells with one solution. */
const CAGES = [
  { type: 'cage', cells: ['r1c1', 'r1c2', 'r2c1'], sum: 6 },
  { type: 'cage', cells: ['r1c3', 'r1c4', 'r2c4'], sum: 9 },
  { type: 'cage', cells: ['r3c1', 'r4c1'], sum: 6 },
  { type: 'cage', cells: ['r3c4', 'r4c4'], sum: 4 },
  { type: 'thermometer', cells: ['r3c2', 'r4c2', 'r3c3'] },
] as const
const EMPTY = '.'.repeat(16)

function killerLink(): string {
  const killer = variantOf({ puzzle: EMPTY, constraints: CAGES })
  if (!killer.ok) throw new Error(killer.error)
  return fPuzzlesLinkOf(killer.value)
}

inBrowser('a pasted f-puzzles link is on the board with its constraints, solved, and in the address', async () => {
  const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] })
  await cell(page, 5, 5).click()
  await page.evaluate((link) => navigator.clipboard.writeText(link), killerLink())
  await page.keyboard.press('Control+v')
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()
  await shows(page, EMPTY)
  await cell(page, 1, 1)
    .and(board(page).getByRole('gridcell', { name: /in a cage of 6/ }))
    .waitFor()
  await eventually(() => page.locator('.board .cage').count()).toBe(4)
  await eventually(() => page.evaluate(() => location.hash)).toMatch(/own=/)
  await page.reload()
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()

  await cell(page, 1, 3).click()
  await page.keyboard.type('13')
  await page.getByText('The cage at r1c3: 1 + 3 leaves 5 for one cell').first().waitFor()
})
