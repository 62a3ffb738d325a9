import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { convert } from '../../package/solver.ts'
import { PUZZLE_FORMATS } from '../../shared/job/output/puzzle-formats.ts'
import { digitsOf } from '../../shared/sudoku/grid/grid.ts'
import { stepsOf } from '../../shared/sudoku/rating/steps.ts'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { candidatesOf } from '../../shared/sudoku/search/candidates.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve as search } from '../../shared/sudoku/search/strategy.ts'
import { symbolsIn } from '../../web/grid/board.tsx'
import { GRID, SOLUTION } from '../api/grids.ts'
import { pdfPages } from '../pdf-pages.ts'
import {
  browserForFile,
  eventually,
  expectOpenToAll,
  inBrowser,
  longInBrowser,
  PHONE,
  saved,
  violationsOf,
  widthOf,
} from './browser.ts'
import { chooseFile } from './bulk-page.ts'
import { board, button, CLIPBOARD, cell, heard, shows, tells } from './grid-on-page.ts'

const { open } = browserForFile()

const says = (page: Page, words: string) => page.getByRole('heading', { level: 2, name: words }).waitFor()
const counts = async (page: Page, words: string | RegExp) => {
  const fold = page.locator('details', { hasText: 'Backtracks' })
  if ((await fold.getAttribute('open')) === null) await fold.locator('summary').click()
  await fold.getByText(words).waitFor()
}
const answered = async (page: Page) => (await board(page).getByRole('gridcell').allTextContents()).join('')
/** The share of something that is seen without scrolling: all of it, or part. */
const isInView = async (locator: Locator) => {
  const box = await locator.boundingBox()
  const height = locator.page().viewportSize()?.height ?? 0
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

inBrowser('a newspaper’s puzzle typed on a phone is answered in its own grid, without a button', async () => {
  const page = await open('', PHONE)
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.locator('[role=gridcell]:focus').waitFor()
  // By a key that a phone has, too.
  await tells(page, 'It is checked while you type. Choose Answer to see it. A dot or a 0 leaves a cell empty.')
  await page.keyboard.type(GRID.slice(0, 80))
  await shows(page, GRID.slice(0, 80).padEnd(81, '.'))
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '9' }).tap()
  await says(page, 'One solution. Easy.')
  await heard(page, 'One solution. Easy.')
  // Nothing is told before somebody asks.
  await eventually(() => answered(page)).toBe(GRID.replaceAll('.', ''))
  for (const part of [board(page), page.locator('.verdict'), page.getByRole('group', { name: 'Keypad' })])
    expect(await isInView(part)).toBe(true)
  await page.getByLabel('Answer').check()
  await eventually(() => answered(page)).toBe(SOLUTION)
  await shows(page, GRID)
  expect(await page.getByRole('grid').count()).toBe(1)
  // Told apart by more than colour.
  const style = (name: string) =>
    board(page)
      .getByRole('gridcell', { name })
      .evaluate((cell) => [getComputedStyle(cell).fontStyle, Number(getComputedStyle(cell).fontWeight) > 500])
  expect(await style('row 1 column 1, given 5')).toEqual(['normal', true])
  expect(await style('row 1 column 3, found 4')).toEqual(['italic', false])
  await tells(page, 'Difficulty 1.2 of 12 (Sudoku Explainer). Hardest step: hidden single.')
  await counts(page, '0 where it fills singles first, 4,157 by brute force')
  expect(await widthOf(page)).toBe(390)
  expect(sent.filter((method) => method !== 'GET')).toEqual([])
  expect(await violationsOf(page)).toEqual([])
  // The next digit supersedes whatever is still being counted.
  await cell(page, 9, 9).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('4')
  await says(page, 'No solution.')
  await tells(page, /The \d+ givens that are marked rule each other out/)
  // No room stays for hints on a puzzle that has none.
  const bottom = (where: string) => page.locator(where).evaluate((part) => part.getBoundingClientRect().bottom)
  expect((await bottom('.editor-tools')) - (await bottom('.verdict'))).toBeLessThan(120)
  const marked = await board(page).getByRole('gridcell', { name: 'in conflict' }).count()
  expect(marked).toBeGreaterThan(1)
  await tells(page, `The ${marked} givens that are marked`)
  await tells(page, /Without the . in r\dc\d or the 4 in r9c9 there is one solution\./)
})

longInBrowser('a search that goes on does not delay the next answer', async () => {
  const page = await open('#/solve')
  await page.getByLabel('Example').selectOption('Against brute force')
  await counts(page, /by brute force, [\d,]+ backtracks so far, (< )?[\d.]+% explored/)
  await page.getByLabel('Example').selectOption('Inkala 2010')
  await counts(page, '9,949 by brute force')
})

longInBrowser(
  'a long search is stopped by its button, keeps what it knows, and begins anew with the next edit',
  async () => {
    const page = await open()
    const stop = button(page, 'Stop counting')
    await page.getByLabel('Example').selectOption('Against brute force')
    await counts(page, /backtracks so far/)
    const places = () =>
      page.locator('.editor-side button').evaluateAll((all) =>
        all.flatMap((one) => {
          const { x, y } = one.getBoundingClientRect()
          return one.textContent === 'Stop counting' ? [] : [`${one.textContent} ${x} ${y}`]
        }),
      )
    await tells(page, /^Difficulty \d/)
    const before = await places()
    await stop.click()
    await counts(page, /more than [\d,]+ by brute force/)
    await stop.waitFor({ state: 'detached' })
    expect(await places()).toEqual(before)
    await page.getByLabel('Example').selectOption('Inkala 2010')
    await counts(page, '9,949 by brute force')
  },
)

for (const [width, height] of [
  [390, 844],
  [844, 390],
  [1440, 900],
])
  longInBrowser(`a grid typed at fixed places, ${width}×${height}, is whole: no key moves by a pixel`, async () => {
    const page = await open('', { ...PHONE, viewport: { width, height } })
    const keys = page.getByRole('group', { name: 'Keypad' }).getByRole('button')
    const places = () =>
      keys.evaluateAll((keys) => keys.map((key) => key.getBoundingClientRect()).map(({ x, y }) => ({ x, y })))
    const before = await places()
    // Keys are 1 to 9 and then the one that leaves a cell empty.
    for (const digit of GRID) {
      const { x, y } = before[digit === '.' ? 9 : Number(digit) - 1]
      await page.touchscreen.tap(x + 20, y + 20)
    }
    await shows(page, GRID)
    await tells(page, /^Difficulty 1.2/)
    expect(await places()).toEqual(before)
  })

longInBrowser('the Tab key leads from the board to the service, which gets nothing that clashes', async () => {
  const page = await open('#/solve?size=4&puzzle=1..1............')
  await tells(page, '1 stands twice in row 1, at columns 1 and 4.')
  for (const panel of ['Make a puzzle', 'Save, print or send']) await page.getByText(panel).click()
  await button(page, 'Make').waitFor()
  await button(page, 'Save PDF').waitFor()
  await expectOpenToAll(page)
  await cell(page, 1, 4).click()
  for (let stops = 0; stops < 14; stops++) await page.keyboard.press('Tab')
  await button(page, 'Solve on the service').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await heard(page, 'Nothing was sent: there is no puzzle, or its givens clash.')
  await cell(page, 1, 4).click()
  await page.keyboard.press('2')
  await page.getByLabel('Rules').selectOption('diagonal')
  await button(page, 'Solve on the service').click()
  // Its rules go with it, and so does the request for who wants to make it by hand.
  await page.getByText('The same by the API').click()
  await page.getByText('curl').filter({ hasText: '"rules":["diagonal"]' }).waitFor()
  await button(page, 'Solve on the service').click()
  await page.getByRole('grid', { name: 'Results' }).getByText('several solutions').waitFor()
})

longInBrowser('a puzzle is printed under its name, without what can be pressed, and with no count', async () => {
  // As wide as a sheet.
  const page = await open(`#/solve?puzzle=${GRID}`, { viewport: { width: 794, height: 1123 } })
  await says(page, 'One solution. Easy.')
  await page.emulateMedia({ media: 'print' })
  const printed = () =>
    page.locator('h1').evaluate((heading) => {
      const isSeen = heading.getBoundingClientRect().height > 20
      return isSeen && [getComputedStyle(heading).fontSize, getComputedStyle(heading, '::after').content]
    })
  await eventually(printed).toEqual(['0px', '"Liang, figure 2"'])
  await eventually(() => page.locator('.verdict').innerText()).toBe('One solution. Easy.')
  const pressable = page.locator('main').locator('button, a, select, input, textarea, summary')
  await eventually(() => pressable.filter({ visible: true }).count()).toBe(0)
})

longInBrowser('fits a phone, with any example and its answer, and its keys are as large as a finger', async () => {
  const page = await open('', { viewport: { width: 360, height: 740 } })
  const picker = page.getByLabel('Example')
  for (const example of ['Large (16×16)', 'Killer', 'Circles are odd (odd)', 'Liang, figure 2']) {
    await picker.selectOption(example)
    await heard(page, `${example.split(' (')[0]} is on the board.`)
    expect(await widthOf(page)).toBe(360)
    if (/odd/.test(example)) await eventually(() => page.getByLabel('Rules').inputValue()).toBe('odd')
  }
  await page.getByLabel('Pencil marks').check()
  await board(page).getByRole('gridcell', { name: 'row 1 column 3, empty, candidates 1, 2, 4' }).waitFor()
  await page.waitForURL(/show=candidates/)
  // Nobody has asked for the answer of another puzzle.
  for (const example of ['Killer', 'Liang, figure 2']) await picker.selectOption(example)
  await board(page).getByRole('gridcell', { name: 'row 1 column 3, empty', exact: true }).waitFor()
  await button(page, 'Paste a puzzle').click()
  expect(await widthOf(page)).toBe(360)
  const keys = await page.getByRole('group', { name: 'Keypad' }).getByRole('button').all()
  expect(keys.length).toBeGreaterThan(6)
  for (const key of keys) {
    const box = await key.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await cell(page, 1, 1).click()
  await page.keyboard.press('Backspace')
  await eventually(() => picker.inputValue()).toBe('')
})

const puzzleOn = (page: Page) =>
  page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('puzzle') ?? '')

longInBrowser('a new puzzle of the kind, size and difficulty that were asked for comes on the board', async () => {
  const page = await open('#/solve')
  await page.getByLabel('Size').selectOption('6×6')
  await page.getByLabel('Rules').selectOption('Diagonal')
  await page.getByText('Make a puzzle').click()
  await page.getByLabel('Difficulty').selectOption('Easy')
  await button(page, 'Make').click()
  await heard(page, 'A new puzzle is on the board.')
  await page.waitForURL(/puzzle=.*rules=diagonal/)
  const puzzle = parsePuzzle(await puzzleOn(page), 'diagonal', 6)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const { end, counts } = search(strategies['exact-cover'], puzzle.value, { solutions: 2, backtrackLimit: 1e6 })
  expect([end, counts.solutionCount]).toEqual(['exhausted', 1])
  await page.getByRole('heading', { name: 'One solution. Easy.' }).waitFor()
  await page.getByLabel('Givens').fill('0')
  await button(page, 'Make').click()
  await page.getByRole('alert').getByText('0 clues not reached').waitFor()
  // How it is to be solved can be wished for where it is known.
  await page.getByLabel('Rules').selectOption('Classic')
  await page.getByLabel('Size').selectOption('9×9')
  await page.getByLabel('Difficulty').selectOption('Any')
  await page.getByLabel('Givens').fill('40')
  await button(page, 'Make').click()
  await eventually(async () => (await puzzleOn(page)).replaceAll('.', '').length).toBe(40)
  await page.getByLabel('Givens').fill('')
  await page.getByLabel('Technique').selectOption('nested-dynamic-chains-plus')
  await button(page, 'Make').click()
  await page.getByText(/^[1-9][\d,]* puzzles looked at/).waitFor()
  await button(page, 'Stop').click()
  await page
    .locator('main')
    .getByText(/^Stopped: of [1-9][\d,]* puzzles none was as you wish\.$/)
    .waitFor()
  await page.getByLabel('Difficulty').selectOption('Easy')
  await page.getByText(/^No easy puzzle needs Dynamic chains/).waitFor()
  expect(await page.getByLabel('Technique').locator('option').allTextContents()).toEqual(['Any', 'Hidden single (1.0)'])
  await page.getByLabel('Difficulty').selectOption('Any')
  await page.getByLabel('Technique').selectOption('x-wing')
  // What was wished for is there after a reload.
  await page.waitForURL(/technique=x-wing/)
  await page.reload()
  await eventually(() => page.getByLabel('Technique').inputValue()).toBe('x-wing')
  await button(page, 'Make').click()
  await page.getByText('Hardest step: X-wing.').waitFor()
  await page.getByLabel('As solved by').selectOption('A person')
  await page.getByLabel('Technique').selectOption('skyscraper')
  await page.getByLabel('Level').selectOption('up to Skyscraper')
  await button(page, 'Make').click()
  const steps = async () => stepsOf(digitsOf(await puzzleOn(page)), { ruleSet: 'human-1' }).toArray()
  await eventually(async () => (await steps()).toSorted((a, b) => b.rating - a.rating)[0].technique).toBe('skyscraper')
  // Many at once are a job, whose results are in Files.
  await page.getByLabel('How many').fill('3')
  await button(page, 'Make them on the service').click()
  const rows = page.getByRole('grid', { name: 'Results' }).getByRole('row')
  await eventually(() => rows.filter({ hasText: 'only one' }).count()).toBe(3)
})

longInBrowser('the board leaves as text, as pictures and on paper', async () => {
  const page = await open(`#/solve?show=solution&puzzle=${GRID}`, CLIPBOARD)
  await page.getByText('Save, print or send').click()
  const text = page.getByLabel('The puzzle as text')
  await eventually(() => text.inputValue()).toBe(GRID)
  await button(page, 'Copy text').click()
  await heard(page, 'The text is copied.')
  for (const form of PUZZLE_FORMATS.filter((name) => name !== 'svg')) {
    await page.getByLabel('As text', { exact: true }).selectOption(form)
    expect(await text.inputValue()).toBe(convert(GRID, form).trimEnd())
  }
  const links = await page.getByRole('link', { name: /^Open in (SudokuPad|ISS)$/ }).all()
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')))
  expect(addresses.map((address) => convert(`${address}`, 'lines').trimEnd())).toEqual([GRID, GRID])
  // A text that goes out comes in again.
  await button(page, 'Clear').click()
  await shows(page, '.'.repeat(81))
  await board(page).getByRole('gridcell').first().click()
  await page.keyboard.press('Control+v')
  await shows(page, GRID)
  await page.getByLabel('Answer').check()
  await page.evaluate(() => {
    URL.revokeObjectURL = () => {
      throw new Error('the browser may not have read it yet')
    }
  })
  const svg = `${(await saved(page, 'Save SVG')).bytes}`
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg.match(/font-weight="700"/g)).toHaveLength(30)
  expect(svg.match(/font-style="italic"/g)).toHaveLength(51)
  const { bytes: png } = await saved(page, 'Save PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([720, 720])

  // With what may stand in each cell for who wants it, and the solution on a page of its own.
  const read = parsePuzzle(GRID, 'classic', 9)
  if (!read.ok) throw new Error(read.error)
  const candidates = candidatesOf(read.value)
  const noted = read.value.givens.reduce(
    (marks, given, at) => marks + (given ? '' : symbolsIn(candidates.at(at), '')),
    '',
  )
  for (const marks of ['', noted]) {
    await page.getByLabel('With pencil marks').setChecked(marks !== '')
    expect(`${(await saved(page, 'Save SVG')).bytes}`.includes('font-size="0.24"')).toBe(marks !== '')
    const { name, bytes } = await saved(page, 'Save PDF')
    const { pages } = await pdfPages(bytes)
    const [[title, ...puzzle], [solutionTitle, ...solution]] = pages.map(({ words }) => words)
    expect(name).toMatch(/^Liang, figure 2, \d{4}-\d\d-\d\d\.pdf$/)
    expect(title).toBe(`${solutionTitle} · easy (1.2)`)
    expect(name).toBe(`${solutionTitle}.pdf`)
    expect(puzzle.join('')).toBe(GRID.replaceAll('.', '') + marks)
    expect(solution.join('')).toBe(SOLUTION)
  }
})

longInBrowser('the puzzles of a file are printed with their rules, and no line is left out in silence', async () => {
  const page = await open('#/files')
  const killer = {
    puzzle: '.'.repeat(81),
    rules: ['anti-knight'],
    constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
  }
  const text = [JSON.stringify({ puzzle: GRID }), JSON.stringify(killer), 'no puzzle'].join('\n')
  await chooseFile(page, 'Choose a file', { name: 'some.txt', text })
  await page.getByText('Print it').click()
  await page.getByLabel('Puzzles on a page').selectOption('2')
  const { name, bytes } = await saved(page, 'Save PDF')
  const { pages } = await pdfPages(bytes)
  expect([name, pages.length]).toEqual(['some.txt.pdf', 2])
  expect(pages[0].words).toContain('2 · several solutions')
  expect(pages[0].words.join(' ')).toMatch(/Anti-knight: .* Cage: no digit twice in it/)
  await page.getByText('1 puzzle with no solution or several, as the sheet says.').waitFor()
  await page.getByText('1 line without a puzzle: 3.').waitFor()
})

longInBrowser('a large grid is zoomed and moved on a phone, and its cells are hit by a finger', async () => {
  const page = await open('#/solve?size=25', {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
  })
  const cellOf = (name: string) => board(page).getByRole('gridcell', { name })
  const width = async () => (await cellOf('row 1 column 1,').boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThanOrEqual(24)
  await page.getByLabel('Zoom').fill('1.5')
  await eventually(width).toBeGreaterThanOrEqual(36)
  await cellOf('row 25 column 25,').tap()
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'P', exact: true }).tap()
  await board(page).getByRole('gridcell', { name: 'row 25 column 25, given P' }).waitFor()
  await page.getByLabel('Zoom').fill('0')
  await eventually(width).toBeLessThan(13)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // A tablet held upright shows all of it at once.
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.getByLabel('Zoom').fill('1')
  const hidden = () =>
    page.locator('.board-place').evaluate((place) => [place.scrollWidth, place.scrollHeight, place.clientHeight])
  await eventually(hidden).toEqual(Array(3).fill((await hidden())[0]))
  expect(await width()).toBeGreaterThanOrEqual(24)
})
