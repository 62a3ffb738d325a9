import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { GRID, RECTANGLE, SEVERAL, SOLUTION, X_WING } from '../api/grids.ts'
import {
  browserForFile,
  drawn,
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
  client,
  endOf,
  gridAt,
  jobShown,
  ndjsonOf,
  resultsOn,
  rowOf,
  solutionAt,
  stateIs,
  submit,
} from './bulk-page.ts'
import { cell } from './grid-on-page.ts'
import { ENDLESS } from './page-grids.ts'

const { open } = browserForFile()

/** A job of 10,000 puzzles, solved, with some lines above them. */
async function solved(above: readonly string[] = []): Promise<string> {
  const id = await submit([...above, ndjsonOf(10_000)])
  await endOf(id)
  return id
}

/** The line of the first row that is seen below the head. */
async function firstLine(page: Page): Promise<number> {
  return resultsOn(page).evaluate((grid) => {
    const head = grid.querySelector('.results-head')?.getBoundingClientRect().bottom ?? 0
    const row = [...grid.querySelectorAll('[data-row]')].find((each) => each.getBoundingClientRect().bottom > head + 1)
    return Number(row?.querySelector('.line-column')?.textContent?.replaceAll(',', ''))
  })
}

async function goToLine(page: Page, line: string): Promise<void> {
  await page.getByLabel('Go to line').fill(line)
  await page.getByLabel('Go to line').press('Enter')
}

longInBrowser('any line is gone to by number, wheel, thumb and keys, and its details follow', async () => {
  const page = await open(`#/files/${await solved()}`)
  const grid = resultsOn(page)
  await rowOf(page, 1).getByText(solutionAt(1)).waitFor()
  await eventually(() => grid.getAttribute('aria-rowcount')).toBe('10001')
  // Only the rows that are seen are there, and a few more, of ten thousand.
  expect(await grid.getByRole('row').count()).toBeLessThan(40)

  await goToLine(page, '4321')
  await rowOf(page, 4321).getByText(solutionAt(4321)).waitFor()
  await eventually(() => page.locator('.marked-row').getAttribute('aria-rowindex')).toBe('4322')
  // In the middle of what is seen, of which seven rows are above it.
  await eventually(() => firstLine(page)).toBe(4314)
  await goToLine(page, '9,999')
  await rowOf(page, 9999).getByText('p9999').waitFor()

  await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight / 2))
  // The box holds ten thousand rows and a head, a row each, and shows one from its middle on below its head.
  await eventually(() => firstLine(page)).toBe(5001)
  const before = await firstLine(page)
  await grid.hover()
  await page.mouse.wheel(0, 360)
  await eventually(() => firstLine(page)).toBe(before + 10)

  await goToLine(page, '10,001')
  await page.getByText('No puzzle begins on line 10,001 or below it.').waitFor()

  await page.reload()
  await rowOf(page, 1).getByText(solutionAt(1)).waitFor()
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Line 2: p2' }).waitFor()
  await eventually(() => page.getByRole('grid', { name: 'Puzzle' }).textContent()).toBe(gridAt(2).replaceAll('.', ''))
  await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe(solutionAt(2))
  await page.keyboard.press('End')
  await page.getByText('There is no puzzle in "no puzzle".').waitFor()
  await page.waitForURL(/place=10000/)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  await page.getByRole('heading', { name: 'Line 1: p1' }).waitFor()
  await eventually(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
  const active = () => grid.evaluate((element) => element.getAttribute('aria-activedescendant'))
  await eventually(async () => page.locator(`#${await active()}`).getAttribute('aria-rowindex')).toBe('2')
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Line 1: p1' }).waitFor({ state: 'detached' })
})

longInBrowser('a line is that of the file, with its place, and says where a given solution is wrong', async () => {
  const wrong = `${SOLUTION.slice(0, -2)}97`
  const page = await open(`#/files/${await submit(['puzzle,solution', `${GRID},${SOLUTION}`, '', `${GRID},${wrong}`])}`)
  await page.getByText('1 solution that came with the puzzles is wrong').waitFor()
  await goToLine(page, '3')
  const row = page.locator('.marked-row')
  const columns = () => Promise.all(['line', 'place'].map((name) => row.locator(`.${name}-column`).textContent()))
  await eventually(columns).toEqual(['4', '2'])
  await row.click()
  await page.getByRole('region', { name: 'Line 4, puzzle 2' }).getByText('the given solution:').waitFor()
})

longInBrowser('results of some statuses are read on from any line', async () => {
  const page = await open(`#/files/${await solved()}`)
  const grid = resultsOn(page)
  await page.getByRole('button', { name: 'several solutions 90' }).click()
  await rowOf(page, 100).waitFor()
  await page.waitForFunction(() => document.querySelector('.results')?.getAttribute('aria-rowcount') === '91')
  await grid.focus()
  await page.keyboard.press('End')
  await rowOf(page, 9900).waitFor()
  await eventually(() => grid.getByRole('row').last().getAttribute('aria-rowindex')).toBe('91')

  await page.getByRole('button', { name: 'several solutions 90' }).click()
  await page.getByRole('button', { name: 'invalid 10' }).click()
  await rowOf(page, 1000).waitFor()
  await goToLine(page, '7500')
  await page.getByText('From puzzle 7,500 on').waitFor()
  await rowOf(page, 8000).waitFor()
  await eventually(() => rowOf(page, 7000).count()).toBe(0)
  await page.waitForURL(/status=invalid&from=7500/)
  await page.reload()
  await rowOf(page, 8000).waitFor()
  await page.getByRole('button', { name: 'invalid 10', pressed: true }).waitFor()

  const { name } = await saved(page, 'Kaggle CSV')
  expect(name).toMatch(/-invalid\.kaggle\.csv$/)
  await page.getByText(`Downloaded: ${name}`).waitFor()
  await page.getByRole('button', { name: 'all 10,000' }).click()
  await rowOf(page, 1).waitFor()
})

longInBrowser('a puzzle of several solutions is opened in Watch', async () => {
  const page = await open(`#/files/${await submit([GRID, SEVERAL, GRID], { solutions: 100 })}?place=2`)
  await page.getByText('Solution 1 of 18', { exact: true }).waitFor()
  await expectOpenToAll(page)
  await page.getByRole('navigation', { name: 'This puzzle elsewhere' }).getByRole('link', { name: 'Watch' }).click()
  await page.waitForURL((url) => url.hash.startsWith(`#/watch?puzzle=${SEVERAL}`))
})

longInBrowser(
  'what is not solved yet is pending, and fills in, after a reload and in another browser too',
  async () => {
    const id = await submit([GRID, ...Array(14).fill(ENDLESS)], { strategy: 'brute-force' })
    const page = await open(`#/files/${id}`)
    await stateIs(page, 'running')
    await rowOf(page, 12).getByText('pending').waitFor()
    await rowOf(page, 1).getByText('solved').waitFor()
    await page.reload()
    await rowOf(page, 1).getByText('solved').waitFor()
    const other = await open(new URL(page.url()).hash)
    await rowOf(other, 1).getByText('solved').waitFor()
    await rowOf(other, 12).getByText('pending').waitFor()

    await page.getByText(/^The longest search: /).waitFor()
    await page.getByRole('button', { name: 'Cancel this job' }).click()
    await page.getByRole('dialog').waitFor()
    await expectOpenToAll(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Let it run' }).click()
    await page.getByRole('button', { name: 'Cancel this job' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel the job' }).click()
    for (const each of [page, other]) {
      await stateIs(each, 'cancelled')
      await rowOf(each, 12).getByText('cancelled').waitFor()
    }
    await page.getByText(/^The longest search, when it was cancelled: /).waitFor()
  },
)

longInBrowser('headings stand over their columns, and no status is cut, at any width', async () => {
  const [plain, below] = [await solved(), await solved([''])]
  const page = await open(`#/files/${plain}?status=multiple`)
  for (const [id, width] of [plain, below].flatMap((id) =>
    [1280, 900, 700, 520, 360].map((width) => [id, width] as const),
  )) {
    await visit(page, `#/files/${id}?status=multiple`)
    const several = rowOf(page, id === below ? 101 : 100).getByText('several solutions')
    await several.waitFor()
    // Where lines are other numbers, places have a column.
    await eventually(() => page.locator('.results-head .place-column').count()).toBe(id === below ? 1 : 0)
    await page.setViewportSize({ width, height: 800 })
    await page.waitForFunction((width) => innerWidth === width, width)
    await drawn(page)
    // All of one moment.
    const { columns, cut, backtracks } = await resultsOn(page).evaluate((grid) => {
      const [head, first] = grid.querySelectorAll('[role=row]')
      const columns = [head, first].map((row) =>
        Array.from(row.children, (cell) => [cell.className, cell.getBoundingClientRect().left]),
      )
      const pixels = Array.from(grid.querySelectorAll('.status-column'), (cell) => cell.scrollWidth - cell.clientWidth)
      const backtracks = grid.querySelector('.backtracks-column')?.checkVisibility()
      return { columns, cut: pixels.filter((pixels) => pixels > 0), backtracks }
    })
    expect(backtracks, `${width} px wide`).toBe(true)
    expect(columns[0]).toEqual(columns[1])
    expect(columns[0].length).toBeGreaterThan(3)
    expect(cut, `${width} px wide`).toEqual([])
  }
})

longInBrowser('a table that is left behind observes nothing any more', async () => {
  const id = await solved()
  const page = await open('#/files')
  await page.evaluate(() => {
    const observing = new Set<ResizeObserver>()
    class Noted extends ResizeObserver {
      override observe(target: Element) {
        observing.add(this)
        super.observe(target)
      }
      override disconnect() {
        observing.delete(this)
        super.disconnect()
      }
    }
    Object.assign(window, { observing, ResizeObserver: Noted })
  })
  const observing = () => page.evaluate(() => (window as unknown as { observing: Set<unknown> }).observing.size)
  for (const query of ['', '?place=5000', '?status=multiple']) {
    await visit(page, `#/files/${id}${query}`)
    await rowOf(page, query === '' ? 1 : query === '?place=5000' ? 5000 : 100).waitFor()
    await eventually(observing).toBeGreaterThan(0)
    await visit(page, '#/files')
    await page.getByRole('heading', { name: 'Solve a file of puzzles' }).waitFor()
    await eventually(observing).toBe(0)
  }
})

longInBrowser('details load, fail and are tried again line by line, and say which puzzle there is not', async () => {
  const id = await submit([ndjsonOf(1000)])
  await endOf(id)
  // The table shows others: the line is fetched for itself.
  const page = await open(`#/files/${id}?status=invalid`, { expected: /Failed to load resource/, isHurried: true })
  await rowOf(page, 1000).waitFor()
  const breaksOff = Promise.withResolvers<void>()
  const isAsked = ({ searchParams }: URL) => searchParams.get('from') === '8' && !searchParams.has('status')
  await page.route(isAsked, async (route) => {
    await breaksOff.promise
    await route.abort()
  })
  await visit(page, `#/files/${id}?status=invalid&place=8`)
  const eighth = page.getByRole('region', { name: 'Puzzle 8' })
  await eighth.getByText('Loading…').waitFor()
  expect(await eighth.getByRole('alert').count()).toBe(0)
  breaksOff.resolve()
  await eighth.getByRole('alert').getByText('The service does not answer.').waitFor()
  await page.unrouteAll()
  await eighth.getByRole('button', { name: 'Try again' }).click()
  await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe(solutionAt(8))
  await visit(page, `#/files/${id}?place=1001`)
  await page.getByText('This job has no puzzle 1,001.').waitFor()

  const { id: waiting } = await client().createJob({ open: true })
  cancelledAtEnd(waiting)
  await client().putPart(waiting, 1, Buffer.from(GRID))
  await visit(page, `#/files/${waiting}?place=99`)
  await page.getByText('This job has no puzzle 99 so far.').waitFor()
  await page.getByText('This job waits for the rest of its file').waitFor()
  await expectOpenToAll(page)
})

longInBrowser('ratings are shown by ER and by technique, and results and downloads by those chosen', async () => {
  const page = await open('#/files')
  await chooseFile(page, 'Choose a file', { name: 'hard.txt', text: [GRID, X_WING, 'x', RECTANGLE].join('\n') })
  await page.getByText('Options', { exact: true }).click()
  await page.getByLabel('rating').check()
  await page.getByLabel('minimal').check()
  await eventually(() => new URL(page.url()).hash).toContain('include=rating%2Cminimal')
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await jobShown(page)
  await stateIs(page, 'completed')
  await page.getByText('includes minimal, rating').waitFor()

  const [byEr, byTechnique] = ['rating', 'technique'].map((name) => page.getByRole('table', { name }))
  await eventually(() => byEr.locator('tbody th').allTextContents()).toEqual(['1.2', '3.2', '4.5'])
  await eventually(() => byTechnique.locator('tbody tr').count()).toBe(3)
  await eventually(() => rowOf(page, 2).locator('.rating-column').textContent()).toBe('3.2')

  // One alone, and then all up to another.
  await page.setViewportSize({ width: 1280, height: 500 })
  await byEr.getByRole('button', { name: '3.2' }).click()
  await page.getByRole('main').getByText('Only rated 3.2: 1 puzzle').waitFor()
  expect((await page.getByRole('heading', { name: 'Results' }).boundingBox())?.y).toBeLessThan(500)
  await rowOf(page, 1).waitFor({ state: 'detached' })
  await rowOf(page, 2).waitFor()
  await byEr.getByRole('button', { name: '4.5' }).click()
  await rowOf(page, 4).waitFor()
  await eventually(() => new URL(page.url()).hash).toContain('er=3.2..4.5')
  await page.getByRole('main').getByText('Only rated 3.2 to 4.5: 2 puzzles').waitFor()
  await goToLine(page, '3')
  await page.getByRole('main').getByText('Only rated 3.2 to 4.5: 1 of 2 puzzles').waitFor()
  await byTechnique.getByRole('button', { name: 'X-wing' }).click()
  await rowOf(page, 4).waitFor({ state: 'detached' })
  await rowOf(page, 2).waitFor()

  const { name, bytes } = await saved(page, 'CSV')
  expect(name).toMatch(/^sudoku-[^-]+-er-3\.2\.\.4\.5-x-wing\.csv$/)
  const [head, first, ...others] = `${bytes}`.trim().split('\n')
  expect([head.split(',').at(-7), others]).toEqual(['rating.er', []])
  expect(first).toContain(',3.2,1.2,1.2,x-wing,')

  await byEr.getByRole('button', { name: '1.2' }).click()
  await byEr.getByRole('button', { name: '4.5' }).click()
  await byEr.getByRole('button', { name: '4.5' }).click()
  await page.getByRole('main').getByText('Only rated 4.5 and at the same time X-wing: no puzzle').waitFor()
  await page.getByRole('button', { name: 'All difficulties' }).click()
  await rowOf(page, 3).getByText('invalid').waitFor()
  await eventually(() => resultsOn(page).getAttribute('aria-rowcount')).toBe('5')
  await expectOpenToAll(page)
  await page.setViewportSize({ width: 700, height: 800 })
  await eventually(() => widthOf(page)).toBeLessThanOrEqual(700)
  // The options that it had are those of the next.
  await page.getByRole('link', { name: 'All jobs' }).click()
  await eventually(() => page.getByLabel('rating').isChecked()).toBe(true)
})

inBrowser('a line says how hard it is, or why it is none, in a card as tall as its rows', async () => {
  const id = await submit([GRID, X_WING, ...Array(3).fill(['53..7x', GRID]).flat(), ...Array(20).fill(GRID)], {
    include: ['rating'],
  })
  await endOf(id)
  const page = await open(`#/files/${id}?place=2`)
  const facts = page.getByRole('region', { name: 'Line 2' }).locator('dl')
  await eventually(() => facts.textContent()).toMatch(/Difficulty3\.2Hardest stepX-wing/)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    const heads = resultsOn(page).getByRole('columnheader')
    expect(await heads.evaluateAll((all) => all.filter((head) => head.scrollWidth > head.clientWidth))).toEqual([])
  }
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'invalid 3' }).click()
  await rowOf(page, 1).waitFor({ state: 'detached' })
  await rowOf(page, 7)
    .getByText(/^6 cells are there, and 16, /)
    .waitFor()
  await drawn(page)
  const [table, card] = await resultsOn(page).evaluate((table) =>
    [table, table.closest('.card')].map((box) => box?.getBoundingClientRect().bottom ?? 0),
  )
  expect(table).toBeLessThan(card)
})

/** On a diagonal grid it has one solution. */
const KILLER = {
  puzzle: '12.............4',
  constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
}

longInBrowser('results of puzzles and jobs with rules of their own are boards, and open in Solve', async () => {
  const { id } = await client().createJob({ puzzles: ['e1.............4'], rules: ['even', 'diagonal'], solutions: 2 })
  const { id: ofOne } = await client().createJob({ puzzles: [{ ...KILLER, rules: ['diagonal'] }], solutions: 2 })
  await endOf(id)
  await endOf(ofOne)
  const page = await open(`#/files/${ofOne}`)
  await rowOf(page, 1).click()
  const detail = page.getByRole('region', { name: 'Line 1' })
  await eventually(() => detail.getByRole('grid', { name: 'Solution' }).textContent()).toBe('1243431234212134')
  const shown = detail.getByRole('grid', { name: 'Puzzle' })
  await shown.getByLabel(/^row 1 column 1,.*in a cage of 3/).waitFor()
  await eventually(() => detail.locator('.board .cage').count()).toBe(2)

  await detail.getByRole('link', { name: 'Open in Solve' }).click()
  await page.getByRole('heading', { name: /^One solution/ }).waitFor()
  await page.getByRole('gridcell', { name: /^row 1 column 1,.*in a cage of 3/ }).waitFor()
  expect(await page.evaluate(() => location.hash)).toMatch(/rules=diagonal&own=/)

  await visit(page, `#/files/${id}?place=1`)
  await eventually(() => page.getByRole('grid', { name: 'Solution' }).textContent()).toBe('2143432134121234')
  await cell(page, 1, 1).and(page.getByLabel(/even/)).waitFor()
})
