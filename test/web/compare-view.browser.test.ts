import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { examples } from '../../shared/examples.ts'
import { STRATEGY_NAMES } from '../../shared/sudoku/strategies/strategy-facts.ts'
import { browserForFile, eventually, inBrowser, violationsOf } from './browser.ts'

const { open } = browserForFile()

const INKALA = '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..'
const FIGURE_2 = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'
/** Brute force takes 69,175,252 backtracks on it. */
const AGAINST_BRUTE_FORCE = '..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9'

/** The built-in set by those strategies that are through with it at once. */
const EASY = '#/compare?set=texts&without=brute-force,single-sweep,naked-singles'

const compare = (page: Page) => page.getByRole('button', { name: 'Compare' })
const table = (page: Page) => page.getByRole('region', { name: 'Backtracks by puzzle' }).getByRole('table')
const chart = (page: Page) => page.getByRole('img', { name: /^Backtracks on/ })
const finding = (page: Page) => page.getByText(/^On (this puzzle|the hardest of these)/)

/** Machines may be busy, and brute force takes its time. */
const compared = (page: Page) => finding(page).waitFor({ timeout: 120_000 })
/** The chart is drawn once it is known how wide it may be. */
const charted = (page: Page) => eventually(() => widthOf(page)).toBeGreaterThan(100)
const widthOf = async (page: Page) => (await chart(page).boundingBox())?.width ?? 0

/** The rows of the table as text, its head and its summary included. */
function rowsOf(page: Page): Promise<string[][]> {
  return table(page).evaluate((table: HTMLTableElement) =>
    Array.from(table.rows, (row) => Array.from(row.cells, (cell) => cell.textContent ?? '')),
  )
}

async function namesOf(page: Page): Promise<string[]> {
  return table(page).getByRole('rowheader').getByRole('link').allTextContents()
}

inBrowser('counts on the texts’ grids what the texts print', { tags: ['long'] }, async () => {
  const page = await open('#/compare')
  await compare(page).click()
  await compared(page)
  const rows = new Map((await rowsOf(page)).map(([name, , ...counts]) => [name, counts]))
  const published = examples.filter(({ backtracks }) => 'single-sweep' in backtracks)
  expect(published).toHaveLength(6)
  for (const { name, backtracks } of published) {
    const expected = Object.values(backtracks).map((count) => count.toLocaleString('en-GB'))
    expect(rows.get(name)?.slice(0, 3), name).toEqual(expected)
  }
  await eventually(() => finding(page).textContent()).toMatch(/brute-force took [\d,]+ backtracks, bit-parallel \d+\./)
  await eventually(() => chart(page).getAttribute('aria-label')).toMatch(
    /^Backtracks on \d+ puzzles, log axis. brute-force: median [\d,]+, most > 1,000,000, gave up on \d; single-sweep: /,
  )
})

inBrowser('compares the strategies on one puzzle, as bars', async () => {
  const page = await open(`#/compare?puzzle=${INKALA}`)
  await eventually(() => page.getByRole('radio', { name: 'This puzzle' }).isChecked()).toBe(true)
  await eventually(() => page.getByRole('gridcell').count()).toBe(81)
  await compare(page).click()
  await compared(page)
  await eventually(() => finding(page).textContent()).toBe(
    'On this puzzle, brute-force took 9,949 backtracks, bit-parallel 2.',
  )
  await eventually(async () => (await rowsOf(page)).filter(([name]) => name === 'Inkala 2010')).toEqual([
    ['Inkala 2010', '23', '9,949', '726', '232', '595', '15', '191', '2'],
  ])
  await eventually(() => chart(page).getAttribute('aria-label')).toContain('brute-force: 9,949; single-sweep: 726')

  await page.getByLabel('Example').selectOption('Liang, figure 2')
  await page.getByText('These counts are for the puzzle compared last.').waitFor()
  await compare(page).click()
  await page.getByText(/^On this puzzle, brute-force took 4,157 backtracks/).waitFor()
  await page.getByText('These counts are for the puzzle compared last.').waitFor({ state: 'detached' })
})

inBrowser('shows the same after a reload, jobs and all', { tags: ['long'] }, async () => {
  const page = await open(`${EASY}&by=singles`)
  await compare(page).click()
  await compared(page)
  const before = await rowsOf(page)
  await page.waitForURL(/texts-jobs=/)
  await page.reload()
  await compared(page)
  await eventually(() => rowsOf(page)).toEqual(before)
  await page.getByRole('link', { name: 'The job of singles: done' }).click()
  await page.waitForURL(/#\/bulk\/[\w-]{36}/)
})

inBrowser('takes a set of one’s own, pasted', { tags: ['long'] }, async () => {
  const page = await open('#/compare')
  await page.getByText('Your own set').click()
  await eventually(() => compare(page).isDisabled()).toBe(true)
  await page.getByLabel('Puzzles, one a line').fill(`${INKALA}\nno puzzle\n${FIGURE_2}\n`)
  await page.getByText('3 puzzles.').waitFor()
  await compare(page).click()
  await compared(page)
  const rows = async () => (await rowsOf(page)).map(([name, givens, bruteForce]) => [name, givens, bruteForce])
  await eventually(async () => (await rows()).slice(1, 4)).toEqual([
    ['Line 3', '30', '4,157'],
    ['Line 1', '23', '9,949'],
    ['Line 2', '–', 'invalid'],
  ])
  await page.getByText(/^1 is left out. Line 2: .*expected/).waitFor()

  // Elsewhere and back: the text is still there, and so are the counts.
  await page.getByRole('navigation').getByRole('link', { name: 'Bulk' }).click()
  await page.waitForFunction(() => document.title.startsWith('Bulk'))
  await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click()
  await compared(page)
  await eventually(() => page.getByLabel('Puzzles, one a line').inputValue()).toContain('no puzzle')
})

inBrowser('takes a set of one’s own as a file, and says what it leaves out', { tags: ['long'] }, async () => {
  const page = await open('#/compare?set=own&without=brute-force,single-sweep,naked-singles,fewest-candidates')
  const lines = Array.from({ length: 1200 }, (_, i) => `${i % 2 ? INKALA : FIGURE_2}\n`).join('')
  await page
    .getByLabel('Or a file')
    .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from(lines) })
  await page.getByText('The first 1,000 puzzles are compared; what follows is left out.', { exact: true }).waitFor()
  await page.getByText('mine.txt', { exact: true }).waitFor()
  await compare(page).click()
  await compared(page)
  await eventually(() => namesOf(page)).toHaveLength(1000)
  await eventually(async () => (await rowsOf(page)).slice(-3).map(([name, , singles]) => [name, singles])).toEqual([
    ['Median', '7.5'],
    ['Mean', '7.5'],
    ['Most', '15'],
  ])
  // A path for a line and two for its markers, however many puzzles.
  await charted(page)
  expect(await chart(page).locator('path').count()).toBeLessThan(50)

  await page.getByRole('button', { name: 'Take out' }).click()
  await page.getByLabel('Puzzles, one a line').waitFor()
})

inBrowser('shows a limit that was reached as such', { tags: ['long'] }, async () => {
  const page = await open(`#/compare?puzzle=${AGAINST_BRUTE_FORCE}`)
  await page.getByLabel('Give up on a puzzle after').selectOption('100 thousand backtracks')
  await compare(page).click()
  await compared(page)
  const counts = ['> 100,000', '> 100,000', '> 100,000', '58,169', '0', '0', '0']
  await eventually(async () => (await rowsOf(page))[1].slice(2)).toEqual(counts)
  await page.getByText('given up after 100,000 backtracks (brute-force, single-sweep, naked-singles)').waitFor()
  await eventually(() => finding(page).textContent()).toContain('brute-force gave up after 100,000 backtracks;')
})

inBrowser('orders the chart and its table alike, and leaves strategies out', { tags: ['long'] }, async () => {
  const page = await open('#/compare?limit=100000&without=exact-cover,naked-singles')
  await compare(page).click()
  await compared(page)
  await charted(page)
  const line = () => chart(page).locator('.series.singles path').first().getAttribute('d')
  const together = { names: await namesOf(page), line: await line() }

  await page.getByLabel('Ordered by').selectOption('number of givens')
  await page.waitForURL(/by=givens/)
  await eventually(() => namesOf(page)).not.toEqual(together.names)
  const givens = (await rowsOf(page)).slice(1, -3).map(([, givens]) => Number(givens))
  expect(givens).toEqual(givens.toSorted((a, b) => b - a))
  await eventually(line).not.toBe(together.line)
  const byGivens = await namesOf(page)

  await page.getByLabel('Ordered by').selectOption('singles')
  await page.waitForURL(/by=singles/)
  await eventually(() => namesOf(page)).not.toEqual(byGivens)
  const bySingles = (await rowsOf(page)).slice(1, -3).map((row) => Number(row[5].replace(',', '')))
  expect(bySingles).toEqual(bySingles.toSorted((a, b) => a - b))

  const shown = STRATEGY_NAMES.filter((name) => name !== 'exact-cover' && name !== 'naked-singles')
  const heads = () => table(page).getByRole('columnheader').allTextContents()
  await eventually(heads).toEqual(['Puzzle', 'Givens', ...shown])
  await page.getByRole('checkbox', { name: 'brute-force' }).uncheck()
  await page.waitForURL(/without=brute-force%2C/)
  await eventually(heads).not.toContain('brute-force')
  await eventually(() => chart(page).getAttribute('aria-label')).not.toContain('brute-force')
})

inBrowser('marks the same puzzle in chart and table', { tags: ['long'] }, async () => {
  const page = await open(EASY)
  await compare(page).click()
  await compared(page)
  const marked = () => page.locator('tr.marked').getByRole('rowheader').textContent()
  const readout = page.locator('figcaption')
  const names = await namesOf(page)
  await eventually(marked).toBe(names.at(-1))

  await charted(page)
  const box = await chart(page).boundingBox()
  await chart(page).hover({ position: { x: (box?.width ?? 0) - 12, y: 100 } })
  await chart(page).hover({ position: { x: 70, y: 100 } })
  await readout.getByText(names[0], { exact: true }).waitFor()
  await eventually(marked).toBe(names[0])

  // Where the page moves below a resting mouse, the browser takes it for a move.
  await page.mouse.move(0, 0)
  await table(page).getByRole('link', { name: names[5] }).focus()
  await readout.getByText(names[5], { exact: true }).waitFor()
  await eventually(marked).toBe(names[5])
})

inBrowser('leads from a row to the search itself', { tags: ['long'] }, async () => {
  const page = await open(EASY)
  await compare(page).click()
  await compared(page)
  await table(page).getByRole('link', { name: 'Inkala 2010: watch the search' }).click()
  await page.waitForFunction(() => document.title.startsWith('Watch'))
  await eventually(() => decodeURIComponent(page.url())).toContain(`#/watch?puzzle=${INKALA}`)
  await page.goBack()
  await compared(page)
})

inBrowser('hands the numbers on as CSV', { tags: ['long'] }, async () => {
  const page = await open(`#/compare?puzzle=${INKALA}&without=single-sweep`)
  await page.evaluate(() => {
    URL.revokeObjectURL = () => {
      throw new Error('the browser may not have read it yet')
    }
  })
  await compare(page).click()
  await compared(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('backtracks.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(
    'line,name,puzzle,givens,brute-force,naked-singles,fewest-candidates,singles,exact-cover,bit-parallel\r\n' +
      `1,Inkala 2010,${INKALA},23,9949,232,595,15,191,2\r\n`,
  )
})

inBrowser('can be cancelled', { tags: ['long'] }, async () => {
  // A job that is quick has ended before it can be cancelled.
  const page = await open('#/compare?set=own&limit=100000000&without=single-sweep,naked-singles,singles', {
    expected: /409/,
  })
  await page.getByLabel('Puzzles, one a line').fill(`${AGAINST_BRUTE_FORCE}\n`.repeat(40))
  await compare(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'The job of brute-force: done' }).waitFor()
  await compare(page).waitFor()
  const cancelled = async () => (await rowsOf(page)).filter((row) => row[2] === 'cancelled').length
  await eventually(cancelled).toBeGreaterThan(0)
})

inBrowser(
  'is cancelled although another set is chosen meanwhile, and holds that one up by nothing',
  { tags: ['long'] },
  async () => {
    // A job that is quick has ended before it can be cancelled.
    const page = await open('#/compare?set=own&limit=100000000&without=single-sweep,naked-singles,singles', {
      expected: /409/,
    })
    await page.getByLabel('Puzzles, one a line').fill(`${AGAINST_BRUTE_FORCE}\n`.repeat(40))
    const letGo = Promise.withResolvers<void>()
    await page.route('**/cancel', async (route) => {
      await letGo.promise
      await route.continue()
    })
    await compare(page).click()
    const asked = page.waitForRequest('**/cancel')
    await page.getByRole('button', { name: 'Cancel' }).click()
    const cancelling = await asked
    await page.getByText('Easy to very hard').click()
    await compare(page).waitFor()
    await eventually(() => compare(page).isEnabled()).toBe(true)

    letGo.resolve()
    expect((await cancelling.response())?.status()).toBe(202)
    await page.getByText('Your own set').click()
    await page.getByRole('link', { name: 'The job of brute-force: done' }).waitFor()
    await compare(page).waitFor()
  },
)

inBrowser('refuses in words what holds no grid', async () => {
  const page = await open('#/compare?set=own')
  await page.getByLabel('Puzzles, one a line').fill('nonsense here')
  await page.getByText(/^No puzzle here is a grid. The first: there is no puzzle in/).waitFor()
  await eventually(() => compare(page).isDisabled()).toBe(true)
})

inBrowser('shows whether the table was copied, also where there is no clipboard', { tags: ['long'] }, async () => {
  const page = await open(`#/compare?puzzle=${INKALA}`, { permissions: ['clipboard-read', 'clipboard-write'] })
  await compare(page).click()
  await compared(page)
  const copy = page.getByRole('button', { name: 'Copy', exact: true })
  const shown = page.getByRole('region', { name: 'Results' })
  await copy.click()
  await shown.getByText('The table is copied.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`${INKALA},23,9949,`)
  expect(await violationsOf(page)).toEqual([])
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await copy.click()
  await shown.getByText('The browser does not allow copying; download the table.').waitFor()
})

inBrowser('says that the service is away, keeps what was typed, and tries again', { tags: ['long'] }, async () => {
  const page = await open('#/compare?set=own', { expected: /ERR_FAILED/, isHurried: true })
  await page.getByLabel('Puzzles, one a line').fill(INKALA)
  await page.route('**/jobs?*', (route) => route.abort())
  await page.route('**/jobs', (route) => route.abort())
  await compare(page).click()
  await page.getByRole('alert').getByText('The service does not answer.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await eventually(() => page.getByLabel('Puzzles, one a line').inputValue()).toBe(INKALA)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^On this puzzle, brute-force took 9,949 backtracks/).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

inBrowser('goes on following where it lost the service', { tags: ['long'] }, async () => {
  const page = await open(`#/compare?puzzle=${INKALA}`, { expected: /ERR_FAILED/, isHurried: true })
  await page.route('**/results?*', (route) => route.abort())
  await compare(page).click()
  await page.getByRole('alert').getByText('The service does not answer.').waitFor()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^On this puzzle, brute-force took 9,949 backtracks/).waitFor()
})

inBrowser('needs no mouse', { tags: ['long'] }, async () => {
  const page = await open('#/compare?limit=100000')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
  const tabTo = async (isThere: () => Promise<boolean>) => {
    for (let presses = 0; presses < 40 && !(await isThere()); presses++) await page.keyboard.press('Tab')
    expect(await isThere()).toBe(true)
  }
  const isFocused = (selector: string) => () => page.evaluate((at) => !!document.activeElement?.matches(at), selector)
  await tabTo(isFocused('[type=radio]'))
  await page.keyboard.press('ArrowLeft')
  await page.waitForFunction(() => document.querySelector('[role=grid]'))
  await page.keyboard.press('ArrowRight')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await tabTo(isFocused('.primary'))
  await page.keyboard.press('Enter')
  await compared(page)
  await tabTo(isFocused('#order'))
  await tabTo(isFocused('[role=region], section.table-scroll'))
  await page.keyboard.press('Tab')
  const [first] = await namesOf(page)
  await eventually(focused).toBe(first)
  await page.locator('figcaption').getByText(first, { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.title.startsWith('Watch'))
})

const keepsNobodyOut = async (colorScheme: 'light' | 'dark') => {
  for (const hash of ['#/compare?limit=100000', `#/compare?puzzle=${INKALA}`, '#/compare?set=own']) {
    const page = await open(hash, { colorScheme })
    expect(await violationsOf(page)).toEqual([])
    if (hash.endsWith('own')) continue
    await compare(page).click()
    await compared(page)
    await charted(page)
    expect(await violationsOf(page)).toEqual([])
  }
}
inBrowser.each(['light', 'dark'] as const)(
  'keeps nobody out, before and after, in %s',
  { tags: ['long'] },
  keepsNobodyOut,
)

inBrowser('fits a phone', { tags: ['long'] }, async () => {
  for (const hash of ['#/compare?limit=100000', `#/compare?puzzle=${INKALA}`, '#/compare?set=own']) {
    const page = await open(hash, { viewport: { width: 360, height: 740 } })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)
    if (hash.endsWith('own')) continue
    await compare(page).click()
    await compared(page)
    await charted(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
  }
})
