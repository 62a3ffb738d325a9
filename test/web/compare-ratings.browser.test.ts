// @module-tag long

import { expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, expectOpenToAll, inBrowser } from './browser.ts'
import { chooseFile, gridAt, jobShown, stateIs } from './bulk-page.ts'
import { CHAINS } from './page-grids.ts'

const { open } = browserForFile()

inBrowser('Compare draws backtracks against ER, rated in the browser', async () => {
  const page = await open('#/compare')
  await page.getByRole('radio', { name: 'Your own set' }).check()
  await page.getByLabel('Puzzles, one a line').fill([GRID, CHAINS, `1${'.'.repeat(80)}`].join('\n'))
  await page.getByText(/^Counted in this browser/).waitFor()
  await page.getByText('Backtracks against difficulty (ER)').click()
  const chart = page.getByRole('img', { name: /^Backtracks against ER/ })
  await eventually(() => chart.getAttribute('aria-label')).toMatch(/easy: Brute force 4,157,.*extreme: Brute force/)
  await page.getByText('1 without a rating').waitFor()
  expect(await chart.locator('.series-marker:not(.open)[d^=M]').count()).toBeGreaterThan(3)
  await page.getByRole('columnheader', { name: /^extreme \(\d+\)$/ }).waitFor()
  await expectOpenToAll(page)
})

inBrowser('Compare draws the counts and ratings of a job, of a long one a sample', async () => {
  const page = await open('#/bulk?include=counts%2Crating')
  const grids = Array.from({ length: 1_200 }, (_, i) => (i === 1_199 ? 'x' : gridAt(i)))
  await chooseFile(page, 'Choose a file', { name: 'easy.txt', text: [...grids, CHAINS].join('\n') })
  await page.getByRole('button', { name: 'Solve this file' }).click()
  await jobShown(page)
  await stateIs(page, 'completed')
  let hasRated = false
  page.on('request', (request) => {
    hasRated ||= /rating-worker/.test(request.url())
  })
  await page.getByRole('link', { name: 'Compare strategies' }).click()
  await page.getByText('Counted by the service. 1,000 of 1,201 puzzles are shown, from all over the job.').waitFor()
  await page.getByText('Backtracks against difficulty (ER)').click()
  const chart = page.getByRole('img', { name: /^Backtracks against ER/ })
  await eventually(() => chart.getAttribute('aria-label')).toMatch(/easy: Brute force \d.*extreme: Brute force/)
  await page.getByText(/999 of 1,000 rated .* 1 without a rating/).waitFor()
  await page.getByRole('rowheader', { name: 'Puzzle 1,201' }).waitFor()
  expect(hasRated).toBe(false)
})
