import type { Page } from 'playwright-core'
import { expect } from 'vitest'

import { STRATEGIES, STRATEGY_NAMES } from '../../shared/sudoku/search/strategy-facts.ts'
import { collection } from '../../web/watch/counts/choice.ts'
import { GRID } from '../api/grids.ts'

import {
  browserForFile,
  eventually,
  expectOpenToAll,
  goTo,
  inBrowser,
  longInBrowser,
  violationsOf,
  visit,
} from './browser.ts'
import { chooseFile, gridAt, jobShown, stateIs } from './bulk-page.ts'
import { AGAINST_BRUTE_FORCE, CHAINS, GOLDEN_NUGGET, INKALA } from './page-grids.ts'

const { open } = browserForFile()

/** The built-in set by those strategies that are through with it at once. */
const EASY = '#/watch?tab=sets&without=brute-force,single-sweep,naked-singles'

const table = (page: Page) => page.getByRole('region', { name: 'Backtracks by puzzle' }).getByRole('table')
const finding = (page: Page) => page.getByText(/^On (this puzzle|.*, the hardest by the mean .* of its backtracks), /)

/** Machines may be busy, and brute force takes its time. */
const counted = (page: Page) => page.getByText(/^Counted in this browser/).waitFor({ timeout: 120_000 })

/** The rows of the table as text, its head and its summary included. */
function rowsOf(page: Page): Promise<string[][]> {
  return table(page).evaluate((table: HTMLTableElement) =>
    Array.from(table.rows, (row) => Array.from(row.cells, (cell) => cell.textContent ?? '')),
  )
}

async function namesOf(page: Page): Promise<string[]> {
  return table(page).getByRole('rowheader').getByRole('link').allTextContents()
}

/** Parts of the page that can be scrolled but the page itself, or are wider than it. */
function scrollersIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth } = document.documentElement
    if (document.documentElement.scrollWidth > clientWidth) return ['the page']
    return [...document.querySelectorAll('main *')].flatMap((element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isScroller = element.tagName !== 'TEXTAREA' && /auto|scroll/.test(overflowX + overflowY)
      const isWide = element.getBoundingClientRect().right > clientWidth + 0.5
      return isScroller || isWide ? [`${element.tagName} ${element.className}`] : []
    })
  })
}

/** How many sheets a page is printed on. */
async function sheetsOf(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  return pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

longInBrowser('opens with a result, counted in this browser, that fits its width and one sheet of paper', async () => {
  const page = await open('#/solve')
  const jobs: string[] = []
  page.on('request', (request) => request.url().includes('/jobs') && jobs.push(request.url()))
  await visit(page, EASY)
  await counted(page)
  expect(await rowsOf(page)).toHaveLength(1 + collection.length + 3)
  expect(await finding(page).textContent()).toMatch(/^On .*, the hardest by .* took [\d,]+ backtracks; /)
  const bars = table(page).locator('.count-cell-bar')
  // A count of none has no bar, not even a speck.
  const texts = await table(page).locator('tbody .count-text').allTextContents()
  expect(texts.filter((text) => text === '0').length).toBeGreaterThan(collection.length)
  expect(await bars.count()).toBe(texts.filter((text) => text !== '0').length)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 })
    expect(await scrollersIn(page), `${width}`).toEqual([])
  }
  expect(await violationsOf(page)).toEqual([])
  expect(jobs).toEqual([])

  await page.emulateMedia({ media: 'print' })
  expect(await sheetsOf(page)).toBe(1)
  // The rows follow each other: once the foot was printed over the head.
  const rows = await table(page)
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect()))
  rows.forEach(({ top }, i) => {
    if (i > 0) expect(top).toBeGreaterThanOrEqual(rows[i - 1].bottom - 1)
  })
})

inBrowser('all bars of one puzzle are on the screen of a phone, also where it lies', async () => {
  const page = await open(`#/watch?tab=counts&puzzle=${INKALA}`)
  await counted(page)
  const bars = page.getByRole('table', { name: 'Backtracks on Inkala 2010' }).locator('tbody tr')
  for (const [width, height] of [
    [844, 390],
    [390, 844],
  ]) {
    await page.setViewportSize({ width, height })
    const last = await bars.last().boundingBox()
    expect((last?.y ?? Infinity) + (last?.height ?? 0), `${width}`).toBeLessThanOrEqual(height)
  }
})

longInBrowser('counts one puzzle, a bar for each strategy', async () => {
  const page = await open(`#/watch?tab=counts&puzzle=${INKALA}`)
  await counted(page)
  const words = 'On this puzzle, Brute force took 9,949 backtracks; Bit-parallel took 2.'
  await eventually(() => finding(page).textContent()).toBe(words)
  const bars = page.getByRole('table', { name: 'Backtracks on Inkala 2010' }).locator('tbody tr')
  // Once all are in, the longest comes first.
  const counts = ['9,949', '726', '595', '232', '191', '15', '9', '2']
  await eventually(() => bars.locator('td:last-child').allTextContents()).toEqual(counts)
  await expectOpenToAll(page)
  await page.getByLabel('Example').selectOption('Liang, figure 2')
  await page.getByText(/^On this puzzle, Brute force took 4,157 backtracks/).waitFor()
  // A limit that was reached is shown as such.
  await visit(page, `#/watch?tab=counts&puzzle=${AGAINST_BRUTE_FORCE}`)
  await eventually(() => finding(page).textContent()).toContain('Brute force gave up after 1,000,000 backtracks;')
  await counted(page)
  await page.getByText('Where there is a >, the search was given up at 1,000,000 backtracks.').waitFor()
})

longInBrowser('takes a set of one’s own, pasted or a file', async () => {
  const page = await open('#/watch?tab=sets&without=single-sweep,naked-singles,fewest-candidates')
  await page.getByText('Your own puzzles').click()
  const field = page.getByLabel('Puzzles, one a line')
  await field.fill('nonsense here')
  await page.getByText(/^No puzzle here is a grid/).waitFor()
  await expectOpenToAll(page)
  await field.fill(`${INKALA}\nno puzzle\n${GRID}\nneither\n`)
  await counted(page)
  const rows = async () => (await rowsOf(page)).map(([name, givens, bruteForce]) => [name, givens, bruteForce])
  const [hard, bad, easy] = [
    ['Line 1', '23', '9,949'],
    ['Line 2', '–', 'left out: invalid'],
    ['Line 3', '30', '4,157'],
  ]
  await eventually(async () => (await rows()).slice(1, 4)).toEqual([hard, bad, easy])
  // What is no puzzle is so for all strategies, and said once: a phone has no room for eight of that word.
  expect((await rowsOf(page))[2]).toHaveLength(3)
  await page.getByLabel('From easy to hard').check()
  await eventually(async () => (await rows()).slice(1, 4)).toEqual([easy, hard, bad])
  await page.getByRole('table', { name: 'Backtracks on 2 puzzles' }).waitFor()
  await page.getByText(/Line 2 is left out: .*there is no puzzle in .* 1 more is, too\.$/).waitFor()
  // Elsewhere and back: the text is still there, and so are the counts.
  await goTo(page, 'Files')
  await goTo(page, 'Watch')
  await counted(page)
  await eventually(() => field.inputValue()).toContain('no puzzle')

  await page.getByRole('checkbox', { name: 'Brute force' }).uncheck()
  const text = `${INKALA}\n${GRID}\n`.repeat(600)
  await chooseFile(page, 'Choose a file', { name: 'mine.txt', text })
  await page.getByText('The first 1,000 puzzles are compared; what follows is left out.', { exact: true }).waitFor()
  await page.getByText('mine.txt', { exact: true }).waitFor()
  await eventually(() => namesOf(page)).toHaveLength(1000)
  await counted(page)
  await page.getByRole('button', { name: 'Take out' }).click()
  await field.waitFor()
})

longInBrowser('counts what the texts print, and leaves strategies out', async () => {
  const page = await open('#/watch?tab=sets&without=exact-cover')
  await counted(page)
  const texts = (await rowsOf(page)).find(([name]) => name === 'Inkala 2006')
  expect(texts?.slice(2, 5)).toEqual(['335,578', '24,231', '11,536'])
  await page.getByText('the search was given up at 1,000,000 backtracks.').waitFor()
  await expectOpenToAll(page)
  for (const width of [360, 768, 1024]) {
    await page.setViewportSize({ width, height: 1024 })
    await eventually(() => scrollersIn(page)).toEqual([])
    // No column's heading lies over the next.
    const over = await table(page)
      .locator('thead th')
      .evaluateAll((all) => all.map((each) => each.scrollWidth - each.clientWidth))
    if (width > 360) expect(over).toEqual(Array(1 + STRATEGY_NAMES.length).fill(0))
  }

  const shown = STRATEGY_NAMES.filter((name) => name !== 'exact-cover')
  const heads = () => table(page).getByRole('columnheader').allTextContents()
  await eventually(heads).toEqual(['Puzzle', 'Givens', ...shown.map((name) => STRATEGIES[name].title)])
  await page.getByRole('checkbox', { name: 'Brute force' }).uncheck()
  await page.waitForURL(/without=brute-force%2C/)
  await eventually(heads).not.toContain('Brute force')
  // Taken in again, it is not counted again.
  await page.getByRole('checkbox', { name: 'Brute force' }).check()
  await eventually(heads).toContain('Brute force')
  await counted(page)

  // Its puzzles are reached without a mouse.
  await page.getByRole('checkbox').last().focus()
  await page.keyboard.press('Tab')
  const [first] = await namesOf(page)
  await table(page).getByRole('link', { name: first }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#\/watch\?puzzle=/)
})

longInBrowser('is stopped by its button, and counts again when it is told to', async () => {
  const page = await open('#/watch?tab=sets&set=own&without=singles')
  await page.getByLabel('Puzzles, one a line').fill(`${AGAINST_BRUTE_FORCE}\n`.repeat(200))
  await page.getByText('Counting in this browser…').waitFor()
  await page.getByRole('rowheader', { name: 'Median so far' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.locator('.compare').getByText('Counting was stopped.').waitFor()
  await page.getByRole('status').getByText('Counting was stopped.').waitFor()
  await page.getByRole('button', { name: 'Count again' }).click()
  await page.getByText('Counting in this browser…').waitFor()
})

longInBrowser('draws backtracks against difficulty, rated in the browser', async () => {
  const page = await open('#/watch?tab=sets')
  await page.getByRole('radio', { name: 'Your own puzzles' }).check()
  await page.getByLabel('Puzzles, one a line').fill([GRID, CHAINS, `1${'.'.repeat(80)}`, GOLDEN_NUGGET].join('\n'))
  await counted(page)
  await page.getByText('Backtracks against difficulty').click()
  const chart = page.getByRole('img', { name: /^Backtracks against difficulty/ })
  const medians = page.getByRole('table', { name: 'Median backtracks by difficulty' })
  await medians.getByRole('row', { name: 'Brute force 4,157' }).waitFor()
  // What would take too long is drawn where its rating is at least.
  await page.getByRole('columnheader', { name: 'extreme (2)' }).waitFor({ timeout: 60_000 })
  await page.getByText('1 without a rating: several solutions.').waitFor()
  expect(await chart.locator('.series-marker.open[d^=M]').count()).toBeGreaterThan(3)
  expect(await chart.locator('.series-marker:not(.open)[d^=M]').count()).toBeGreaterThan(3)
  await expectOpenToAll(page)
})

longInBrowser('draws the counts and ratings of a job, of a long one a sample', async () => {
  const page = await open('#/files?include=counts%2Crating')
  const grids = Array.from({ length: 1_200 }, (_, i) => (i === 1_199 ? 'x' : gridAt(i)))
  await chooseFile(page, 'Choose a file', { name: 'easy.txt', text: [...grids, CHAINS].join('\n') })
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await jobShown(page)
  await stateIs(page, 'completed')
  let hasRated = false
  page.on('request', (request) => {
    hasRated ||= /rating-worker/.test(request.url())
  })
  await page.getByRole('link', { name: 'Compare strategies' }).click()
  await page.getByText('Counted by the service. 1,000 of 1,201 puzzles are shown, from all over the job.').waitFor()
  await page.getByText('Backtracks against difficulty').click()
  await page.getByRole('columnheader', { name: /^extreme \(1\)$/ }).waitFor()
  await page.getByText(/999 of 1,000 rated .* 1 without a rating/).waitFor()
  await page.getByRole('rowheader', { name: 'Puzzle 1,201' }).waitFor()
  expect(hasRated).toBe(false)
})
