import { expect, inject } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { GRID } from '../api/grids.ts'
import {
  browserForFile,
  eventually,
  expectOpenToAll,
  inBrowser,
  longInBrowser,
  saved,
  visit,
  widthOf,
} from './browser.ts'
import {
  cancelledAtEnd,
  chooseFile,
  endOf,
  jobShown,
  ndjsonOf,
  resultsOn,
  rowOf,
  solutionAt,
  stateIs,
  submit,
} from './bulk-page.ts'

const { open } = browserForFile()

longInBrowser('details load, fail and are tried again line by line, and say which puzzle there is not', async () => {
  const id = await submit([ndjsonOf(1000)])
  await endOf(id)
  // The table shows others: the line is fetched for itself.
  const page = await open(`#/bulk/${id}?status=invalid`, { expected: /Failed to load resource/, isHurried: true })
  await rowOf(page, 1000).waitFor()
  const breaksOff = Promise.withResolvers<void>()
  const isAsked = ({ searchParams }: URL) => searchParams.get('from') === '8' && !searchParams.has('status')
  await page.route(isAsked, async (route) => {
    await breaksOff.promise
    await route.abort()
  })
  await visit(page, `#/bulk/${id}?status=invalid&place=8`)
  const eighth = page.getByRole('region', { name: 'Puzzle 8' })
  await eighth.getByText('Loading…').waitFor()
  expect(await eighth.getByRole('alert').count()).toBe(0)
  breaksOff.resolve()
  await eighth.getByRole('alert').getByText('The service does not answer.').waitFor()
  await page.unrouteAll()
  await eighth.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe(solutionAt(8))
  await visit(page, `#/bulk/${id}?place=1001`)
  await page.getByText('This job has no puzzle 1,001.').waitFor()

  const client = createClient({ url: inject('serviceUrl') })
  const { id: waiting } = await client.createJob({ open: true })
  cancelledAtEnd(waiting)
  await client.putPart(waiting, 1, Buffer.from(GRID))
  await visit(page, `#/bulk/${waiting}?place=99`)
  await page.getByText('This job has no puzzle 99 so far.').waitFor()
  await page.getByText('This job waits for the rest of its file').waitFor()
  await expectOpenToAll(page)
})

const X_WING = '.6.2..........32.....48...1..913...8..5...3.......87...2.....3..9...75...186..4..'
const RECTANGLE = '1...97.4...3...8.1...1....293..764......3...........76..6.89.2..2...1...8...6.1.7'

longInBrowser('ratings are shown by ER and by technique, and results and downloads by those chosen', async () => {
  const page = await open('#/bulk')
  await chooseFile(page, 'Choose a file', { name: 'hard.txt', text: [GRID, X_WING, 'x', RECTANGLE].join('\n') })
  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('rating').check()
  await page.getByLabel('minimal').check()
  await eventually(() => new URL(page.url()).hash).toContain('include=rating%2Cminimal')
  await page.getByRole('button', { name: 'Solve this file' }).click()
  await jobShown(page)
  await stateIs(page, 'completed')
  await page.getByText('includes minimal, rating').waitFor()

  const [byEr, byTechnique] = ['rating', 'technique'].map((name) => page.getByRole('table', { name }))
  await eventually(() => byEr.locator('tbody th').allTextContents()).toEqual(['1.2', '3.2', '4.5'])
  await eventually(() => byTechnique.locator('tbody tr').count()).toBe(3)
  await eventually(() => rowOf(page, 2).locator('.rating-column').textContent()).toBe('3.2')

  // One alone, and then all up to another.
  await byEr.getByRole('button', { name: '3.2' }).click()
  await rowOf(page, 1).waitFor({ state: 'detached' })
  await rowOf(page, 2).waitFor()
  await byEr.getByRole('button', { name: '4.5' }).click()
  await rowOf(page, 4).waitFor()
  await eventually(() => new URL(page.url()).hash).toContain('er=3.2..4.5')
  await page.getByText('Only rated 3.2 to 4.5').waitFor()
  await byTechnique.getByRole('button', { name: 'x wing' }).click()
  await rowOf(page, 4).waitFor({ state: 'detached' })
  await rowOf(page, 2).waitFor()

  const { name, bytes } = await saved(page, 'CSV')
  expect(name).toMatch(/^sudoku-[^-]+-er-3\.2\.\.4\.5-x-wing\.csv$/)
  const [head, first, ...others] = `${bytes}`.trim().split('\n')
  expect([head.split(',').at(-5), others]).toEqual(['rating.er', []])
  expect(first).toContain(',3.2,1.2,1.2,x-wing,')

  await page.getByRole('button', { name: 'However hard' }).click()
  await rowOf(page, 3).getByText('invalid').waitFor()
  await eventually(() => resultsOn(page).getAttribute('aria-rowcount')).toBe('5')
  await expectOpenToAll(page)
  await page.setViewportSize({ width: 700, height: 800 })
  await eventually(() => widthOf(page)).toBeLessThanOrEqual(700)
})

/** On a diagonal grid it has one solution. */
const KILLER = {
  puzzle: '12.............4',
  constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
}

inBrowser('results of puzzles and jobs with rules of their own are boards, and open in Solve', async () => {
  const client = createClient({ url: inject('serviceUrl') })
  const { id } = await client.createJob({ puzzles: ['e1.............4'], rules: ['even', 'diagonal'], solutions: 2 })
  const { id: ofOne } = await client.createJob({ puzzles: [{ ...KILLER, rules: ['diagonal'] }], solutions: 2 })
  await endOf(id)
  await endOf(ofOne)
  const page = await open(`#/bulk/${ofOne}`)
  await rowOf(page, 1).click()
  const detail = page.getByRole('region', { name: 'Line 1' })
  await eventually(() => detail.getByRole('grid', { name: 'Solution' }).textContent()).toBe('1243431234212134')
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
})
