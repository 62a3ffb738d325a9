import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { SEVERAL } from '../api/grids.ts'
import {
  browserForFile,
  drawn,
  eventually,
  expectOpenToAll,
  goTo,
  inBrowser,
  longInBrowser,
  PHONE,
  visit,
} from './browser.ts'
import { AGAINST_BRUTE_FORCE, ESCARGOT, INKALA } from './page-grids.ts'

const { open } = browserForFile()

/** The part of a page on one search. */
function lane(page: Page, strategy: StrategyName) {
  const region = page.getByRole('region', { name: STRATEGIES[strategy].title, exact: true })
  const fact = (name: string) => region.locator('dl > div', { hasText: name }).locator('dd')
  return {
    region,
    grid: region.getByRole('grid'),
    cell: (words: string) => region.getByRole('gridcell', { name: words }),
    step: fact('Step'),
    explored: fact('Explored'),
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const scrubber = (page: Page) => page.getByRole('slider', { name: /^Step/ })

/** Waits until the search of the page's tapes is known to its end. */
async function recorded(page: Page) {
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.waitForFunction(() => {
    const label = document.querySelector('label[for=position]')?.textContent ?? ''
    return !label.endsWith(' so far') && !label.endsWith('of 0')
  })
}

/** Waits until an element says something. */
async function says(where: Locator, text: string | RegExp) {
  await where.filter({ hasText: text }).first().waitFor()
}

/** Parts of the view that are cut off by the screen or lie over another one. */
function misplacedIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement
    const parts = [
      ...document.querySelectorAll<HTMLElement>(
        '.watch-head select, .watch-head a, .transport :is(button, label, input), .board, .lane-head, .lane-words, .lane-facts, .lane-depth, .legend',
      ),
    ].filter((part) => part.checkVisibility())
    const rects = parts.map((part) => part.getBoundingClientRect())
    const nameOf = (i: number) => `${parts[i].tagName} ${parts[i].className} ${parts[i].textContent?.slice(0, 30)}`
    const found = scrollWidth > clientWidth || scrollHeight > clientHeight ? ['the page scrolls'] : []
    rects.forEach((a, i) => {
      if (a.left < 0 || a.top < 0 || a.right > clientWidth + 0.5 || a.bottom > clientHeight + 0.5)
        found.push(`cut off: ${nameOf(i)}`)
      rects.slice(i + 1).forEach((b, j) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (across > 1 && down > 1) found.push(`${nameOf(i)} lies over ${nameOf(i + 1 + j)}`)
      })
    })
    return found
  })
}

/** Whether all of an element is seen, also where it is in a box that scrolls. */
const isSeen = (where: Locator) =>
  where.evaluate(
    (element) =>
      new Promise<boolean>((done) => {
        new IntersectionObserver(([{ intersectionRatio }]) => done(intersectionRatio > 0.98)).observe(element)
      }),
  )

const boardsOf = (page: Page) =>
  page.evaluate(() => Array.from(document.querySelectorAll('.board'), (board) => board.getBoundingClientRect().width))

/** Screens, each with the least side of a board on it. */
type Screens = Readonly<Record<string, number>>
const OTHERS: Screens = { '1920×1080': 600, '1280×720': 300, '1050×800': 330, '768×1024': 290, '412×915': 150 }
// Between 1,001 and 1,095 pixels the speed once lay over two buttons.
const TWO: Screens = { '1440×900': 470, '1095×800': 360, '1024×768': 330, '1001×768': 330, '390×844': 190 }
const ALONE: Screens = { '390×844': 260, '1024×768': 475, '1920×1080': 795 }
const AT_A_CONFLICT: Screens = { '390×844': 320, '1440×900': 600 }

/** A grid of which there is much to say at the 52nd step. */
const LONG_WORDS = '5176...34289..4...3462.5.9.6.2....1..38..6.47..........9.....787.34..56..........'

type OnScreens = readonly [query: string, words: RegExp, screens: Screens]
const ON_ONE_SCREEN = 'is one screen of any usual size, where nothing is cut off or lies over another: %s'

async function isOnOneScreen(query: string, words: RegExp, screens: Screens): Promise<void> {
  const page = await open(`#/watch?${query}`)
  await says(page.locator('.lane'), words)
  await page.getByRole('list', { name: 'Legend' }).waitFor()
  for (const [screen, board] of Object.entries(screens)) {
    const [width, height] = screen.split('×').map(Number)
    await page.setViewportSize({ width, height })
    await drawn(page)
    expect(await misplacedIn(page), screen).toEqual([])
    for (const side of await boardsOf(page)) expect(side, screen).toBeGreaterThanOrEqual(board)
  }
}

inBrowser.each<OnScreens>([
  [`puzzle=${INKALA}&step=2000&candidates=on&right=singles&lesson=off`, /Solved with 15 backtracks/, TWO],
])(ON_ONE_SCREEN, isOnOneScreen)
inBrowser.each<OnScreens>([
  ['step=2000&candidates=on&lesson=off', /Guesses|Takes back/, ALONE],
  [`puzzle=${ESCARGOT}&left=learning&step=18&lesson=off`, /Conflict/, AT_A_CONFLICT],
  ...['size=4', 'size=16&left=singles', 'size=25&left=singles'].map(
    (grid): OnScreens => [`${grid}&empty=yes&step=40`, /Guesses|Infers|Takes back|Solved/, OTHERS],
  ),
])(ON_ONE_SCREEN, { tags: ['long'] }, isOnOneScreen)

longInBrowser('shows a larger board for a projector, and its lesson, alone and beside another', async () => {
  for (const query of ['step=6', 'step=6&right=singles']) {
    const page = await open(`#/watch?lesson=on&${query}`)
    await page.getByRole('complementary', { name: 'Lesson' }).waitFor()
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [1920, 1080],
    ]) {
      await page.setViewportSize({ width, height })
      await drawn(page)
      const [usual] = await boardsOf(page)
      await press(page, 'Large')
      await page.locator('html.large').waitFor()
      await drawn(page)
      const [large] = await boardsOf(page)
      expect(large, `${query} on ${width}×${height}`).toBeGreaterThan(usual)
      expect(await misplacedIn(page)).toEqual([])
      expect(await isSeen(page.locator('.lesson summary').first())).toBe(true)
      expect(await isSeen(page.getByLabel('Compare with'))).toBe(true)
      await press(page, 'Large')
      await page.locator('html:not(.large)').waitFor()
    }
  }
})

longInBrowser(
  'cuts no choice off on a small projector, where most of the program is in sight, and keeps its tabs in place',
  async () => {
    const page = await open('#/watch?step=6', { viewport: { width: 960, height: 600 } })
    await says(page.locator('.lane'), 'Takes back 9')
    // An example stands in for the empty grid, and is named as such.
    expect(
      await page.getByLabel('Example').evaluate((select: HTMLSelectElement) => select.selectedOptions[0].text),
    ).toBe('Liang, figure 2')
    const cut = await page.locator('.watch :is(select, .transport label, .picks label)').evaluateAll((parts) =>
      parts
        .filter((part) => {
          if (!(part instanceof HTMLSelectElement)) return part.scrollWidth > part.clientWidth
          // A select says nothing of a text that does not fit: one with this choice alone is as wide as it has to be.
          const alone = part.cloneNode() as HTMLSelectElement
          alone.style.cssText = 'width: auto; min-width: 0; position: absolute'
          alone.append(part.selectedOptions[0].cloneNode(true))
          part.after(alone)
          const needed = alone.offsetWidth
          alone.remove()
          return needed > part.offsetWidth
        })
        .map((part) => part.id || part.textContent),
    )
    expect(cut).toEqual([])
    const lines = page.getByRole('list', { name: /^Program/ }).getByRole('listitem')
    expect((await Promise.all((await lines.all()).map(isSeen))).filter(Boolean).length).toBeGreaterThanOrEqual(8)
    expect(await misplacedIn(page)).toEqual([])
    // No line of it is cut in half.
    const hidden = await page
      .locator('.program')
      .evaluate((code) => code.clientHeight % parseFloat(getComputedStyle(code).lineHeight))
    expect(hidden).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    const places = () =>
      page.locator('.tabs a').evaluateAll((tabs) => tabs.map((tab) => `${tab.getBoundingClientRect().y}`))
    const before = await places()
    await page.getByRole('link', { name: 'Counts' }).click()
    await page.getByText(/^Count(ed|ing) in this browser/).waitFor()
    expect(await places()).toEqual(before)
  },
)

longInBrowser('opens at the step of its link, plays by the space bar, and keeps the step in its link', async () => {
  const page = await open(`#/watch?puzzle=${INKALA}&step=1000&speed=500&right=singles`)
  const { region, step, cell } = lane(page, 'brute-force')
  await says(step, '1,000 of 19,956')
  // Nothing has the focus: the browser would scroll. Where the page fits its screen it cannot, so it is made small.
  await page.setViewportSize({ width: 600, height: 400 })
  await drawn(page)
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await step.filter({ hasNotText: /^1,000 / }).waitFor()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const rested = await scrubber(page).inputValue()
  await page.waitForURL(new RegExp(`step=${rested}(&|$)`))
  await page.reload()
  await eventually(() => scrubber(page).inputValue()).toBe(rested)

  await page.keyboard.press('?')
  await page.getByRole('cell', { name: 'Next dead end' }).waitFor()
  await page.keyboard.press('Escape')
  // A button that is clicked leaves the space bar to the player.
  for (const state of ['Pause', 'Play']) {
    await press(page, 'Lesson')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: state, exact: true }).waitFor()
  }
  await page.keyboard.press('c')
  await page.getByRole('button', { name: 'Candidates', pressed: true }).waitFor()
  await eventually(() => region.getByRole('gridcell', { name: /, candidates / }).count()).toBeGreaterThan(10)
  await page.waitForURL(/candidates=on/)
  await page.evaluate(() => location.assign(location.hash.replace(/step=\d+/, 'step=1')))
  await says(step, /^1 of 19,956/)
  // Digits that a guess takes away are struck out.
  await says(region, 'Guesses')
  await eventually(() => region.locator('.candidates .removed').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Step forward' }).focus()
  await page.keyboard.press('d')
  await says(region, 'Backtrack 1.')
  // The grid's own keys stay its own.
  await cell('row 1 column 1, ').click()
  await page.keyboard.press('End')
  await cell('row 1 column 9, ').and(page.locator(':focus')).waitFor()
  await says(region, 'Backtrack 1.')
  // A link to another search opens it at its own step, and another puzzle at its start.
  await visit(page, `#/watch?puzzle=${SEVERAL}&step=12`)
  await cell('row 1 column 1, given 5').waitFor()
  await eventually(() => scrubber(page).inputValue()).toBe('12')
  await page.getByLabel('Example').click()
  await page.getByLabel('Example').selectOption('Liang, figure 2')
  await page.waitForURL((url) => !url.hash.includes('step='))
  await eventually(() => scrubber(page).inputValue()).toBe('0')
  await recorded(page)
  expect(await page.getByLabel('Example').evaluate((field) => field === document.activeElement)).toBe(false)
  await page.keyboard.press('ArrowRight')
  await eventually(() => scrubber(page).inputValue()).toBe('1')
})

inBrowser('is a lesson: the running line, the dead end and its guess, and a link that opens there', async () => {
  const page = await open(`#/watch?puzzle=${INKALA}`)
  const { region, cell, step } = lane(page, 'brute-force')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const running = () => lesson.locator('[aria-current=step]').textContent()
  await says(lesson, /Inkala 2010.*Also called the hardest/)
  await eventually(running).toBe('free = the empty cells, row by row')
  await lesson.getByLabel('Written as').selectOption('Devadas’ functions')
  await recorded(page)
  await page.keyboard.press('d')
  await says(region, 'No digit fits into row 1 column 9: 1 is in ')
  await cell('row 1 column 9, empty, in conflict').waitFor()
  await eventually(() => running().then((line) => line?.trim())).toBe('grid[cell] = 0')
  await page.waitForURL(/program=Devadas.*step=\d+|step=\d+.*program=Devadas/)
  await page.reload()
  await says(region, 'No digit fits into row 1 column 9: 1 is in ')
  // From the tree to a guess, and over all that lies under it.
  const deadEnd = await scrubber(page).inputValue()
  await lesson.getByRole('treeitem', { name: 'r1c2 = 2', exact: true }).press('Enter')
  await says(step, /^2 of/)
  await recorded(page)
  await page.keyboard.press('o')
  await says(region, 'All digits left for row 1 column 5 led to dead ends: 4, 6, 8 and 9.')
  expect(Number(await scrubber(page).inputValue())).toBeGreaterThan(Number(deadEnd))
  await press(page, 'Large')
  await page.waitForURL(/type=large/)
  await expectOpenToAll(page)
})

longInBrowser('shows a class the running line, the guesses and the whole bar on a projector', async () => {
  const page = await open('#/watch?type=large&step=34')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await lesson.getByRole('treeitem', { name: 'r2c8 = 3' }).waitFor()
  for (const [width, height] of [
    [1920, 1080],
    // A laptop's screen at 150 %.
    [960, 600],
  ]) {
    await page.setViewportSize({ width, height })
    const curve = () => page.locator('.lane-depth').boundingBox()
    const before = await drawn(page).then(curve)
    await page.keyboard.press('d')
    await says(page.locator('.lane'), 'No digit fits')
    expect(await curve()).toEqual(before)
    expect(await isSeen(lesson.locator('.program li').last())).toBe(true)
    const number = await page.locator('.edge-number text').first().boundingBox()
    expect(number?.height).toBeGreaterThan(height / 60)
    // Also where the program is lower than it was.
    await page.keyboard.press('p')
    await page.locator('html:not(.large)').waitFor()
    await eventually(() => isSeen(lesson.locator('[aria-current=step]'))).toBe(true)
    await page.keyboard.press('p')
    await page.locator('html.large').waitFor()
    expect(await isSeen(lesson.locator('.guess').last())).toBe(true)
    const label = page.locator('label[for=position]')
    expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    expect(await misplacedIn(page)).toEqual([])
  }
  // Long sentences of two searches are read to their ends, and lines of code that go on in the next keep their indentation.
  await visit(page, `#/watch?puzzle=${LONG_WORDS}&left=single-sweep&right=brute-force&step=52&type=large`)
  await says(page.locator('.lane').last(), 'led to dead ends')
  for (const [width, height] of [
    [1920, 1080],
    [960, 600],
  ]) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    for (const words of await page.locator('.lane-words > p').all()) expect(await isSeen(words)).toBe(true)
    for (const facts of await page.locator('.lane-facts').all()) expect(await isSeen(facts)).toBe(true)
    const hangs = await lesson.locator('.program li').evaluateAll((lines) =>
      lines.flatMap((line) => {
        const range = document.createRange()
        range.selectNodeContents(line)
        range.setStart(line.firstChild as Text, (line.textContent ?? '').search(/\S/))
        const [first, ...others] = range.getClientRects()
        return others.map(({ left }) => left - first.left)
      }),
    )
    expect(hangs.length > 0).toBe(width === 960)
    expect(Math.min(...hangs)).toBeGreaterThan(0)
  }
  // Neither large nor alone: the words on a dead end are read to their end.
  await visit(page, '#/watch?right=learning&step=98')
  await says(page.locator('.lane').first(), 'Nothing is left to try in r2c7.')
  expect(await isSeen(page.locator('.lane-words > p').nth(1))).toBe(true)
  expect(Math.min(...(await boardsOf(page)))).toBeGreaterThan(270)
  // What words say of a dead end and its guess is what candidates show there.
  await visit(page, '#/watch?step=247&candidates=on')
  await lane(page, 'brute-force').cell('row 3 column 1, empty, in conflict').waitFor()
  await lane(page, 'brute-force').cell('row 2 column 3, empty, candidates 7, ruled out 2').waitFor()
  // What was inferred has the legend's colour on a tint, too.
  await visit(page, `#/watch?puzzle=${INKALA}&right=singles&step=132&lesson=on`)
  await page.locator('.inferred.reason').first().waitFor()
  const colours = await page
    .locator('.lane .inferred')
    .evaluateAll((cells) => [...new Set(cells.map((each) => getComputedStyle(each).color))])
  expect(colours).toHaveLength(1)
  await lesson.getByRole('heading', { name: 'Brute force, on the left' }).waitFor()
})

longInBrowser('plays on a phone that lies: the whole board is on its screen, beside its keys', async () => {
  const page = await open('#/watch?speed=500', {
    ...PHONE,
    viewport: { width: 844, height: 390 },
  })
  await recorded(page)
  await press(page, 'Play')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  expect(await misplacedIn(page)).toEqual([])
  for (const label of await page.locator('.picks label').all())
    expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await press(page, 'Lesson')
  const line = page.getByRole('complementary', { name: 'Lesson' }).locator('[aria-current=step]')
  await eventually(() => isSeen(line)).toBe(true)
  expect(await misplacedIn(page)).toEqual([])
  expect(Math.min(...(await boardsOf(page)))).toBeGreaterThan(300)
})

longInBrowser('shows why brute force takes 9,949 backtracks, says where it rests, and keeps nobody out', async () => {
  // Slow enough that it is still playing when it is looked at.
  const page = await open(`#/watch?puzzle=${INKALA}&speed=500&right=singles`)
  await recorded(page)
  const left = lane(page, 'brute-force')
  const right = lane(page, 'singles')
  const announced = page.locator('#announcements')
  await press(page, 'Step forward')
  await says(announced, 'Brute force: step 1 of 19,956. Guesses 1 in row 1 column 1. Depth 1, backtracks 0.')
  await eventually(() => scrubber(page).getAttribute('aria-valuetext')).toBe('step 1 of 19,956')
  await press(page, 'Play')
  await page.locator('label[for=position]', { hasText: /Step \d{1,2},\d\d\d/ }).waitFor()
  expect(await announced.textContent()).not.toMatch(/step \d+,/)
  await press(page, 'Pause')
  await says(announced, /^Brute force: step \d{1,2},\d\d\d of/)

  await scrubber(page).fill('132')
  await says(right.region, '1 has one place left in box 1.')
  await right.cell('inferred 1, the search is here').waitFor()
  await eventually(() => right.grid.locator('.reason').count()).toBe(9)
  await says(right.explored, '6.25%')

  await press(page, 'Candidates')
  await scrubber(page).fill('1')
  // Where candidates are struck out, what is seen in a cell is in its name all the same.
  await page.locator('.candidates .removed').first().waitFor()
  await expectOpenToAll(page)
  await press(page, 'To the end')
  await says(announced, /step 19,956 of .* Solved with 9,949 backtracks\. Singles: .* Solved with 15 backtracks\.$/)
  await says(left.region, 'Solved with 9,949 backtracks')
  await says(right.region, 'Solved with 15 backtracks')
  await eventually(() => right.step.textContent()).toBe('297 of 297')
  await expectOpenToAll(page)
  await press(page, 'Previous dead end')
  await says(left.region, /No digit fits into .* Backtrack 9,9\d\d\./)
  await eventually(() => right.step.textContent()).toBe('297 of 297')

  // A link is followed at the very moment at which a step comes to rest, whose own place in the address it keeps out.
  const link = `#/watch?puzzle=${ESCARGOT}&left=learning&step=18&candidates=on`
  await page.getByRole('button', { name: 'Step back', exact: true }).evaluate((button: HTMLElement, link) => {
    button.click()
    location.assign(link)
  }, link)
  const learning = lane(page, 'learning')
  await says(learning.region, 'Conflict. No digit is left for row 7 column 3.')
  await says(learning.region, /Learned: r3c1 is not 7 if .* Takes back 2 guesses: r2c1 and r1c4\./)
  await learning.cell('row 7 column 3, ').and(learning.cell('in conflict')).waitFor()
  await page.getByRole('list', { name: 'Legend' }).getByText('the dead end').waitFor()
  await expectOpenToAll(page)
})

/** In a worker: lets its recording, slices that follow each other by messages, take so long that it can be looked at. */
function restBetweenSlices(): void {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (...sent: unknown[]) {
    setTimeout(() => Reflect.apply(postMessage, this, sent), 100)
  }
}

longInBrowser('shows a search of 138 million steps while it is being recorded, until the view is left', async () => {
  const page = await open('#/solve')
  await page.route(/tape-worker/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${restBetweenSlices})();${await response.text()}` })
  })
  await visit(page, `#/watch?puzzle=${AGAINST_BRUTE_FORCE}`)
  const { region, step } = lane(page, 'brute-force')
  const label = page.locator('label[for=position]')
  // A million or more: the worker may be far ahead of a page that is slow.
  await says(label, /of \d{1,3}(,\d{3}){2,} so far/)
  await scrubber(page).fill('1000000')
  await says(step, /^1,000,000 of/)
  await press(page, 'Step back')
  await says(step, /^999,999 of/)
  await press(page, 'To the end')
  const before = await label.textContent()
  await label.filter({ hasNotText: before ?? '' }).waitFor()
  await says(region, /row \d column \d/)
  await says(label, 'so far')

  const searches = () => page.workers().filter((worker) => /tape-worker/.test(worker.url()))
  await eventually(searches).toHaveLength(1)
  await goTo(page, 'Solve')
  await eventually(searches).toHaveLength(0)
})

longInBrowser('searches empty grids and marks, but no clashes, and keeps what was chosen', async () => {
  const page = await open('#/watch')
  await says(page.getByRole('main'), 'Your grid is empty; this is Liang, figure 2')
  await page.getByRole('link', { name: 'Search the empty grid instead' }).click()
  const { cell, region } = lane(page, 'brute-force')
  await cell('row 1 column 3, empty').waitFor()
  await press(page, 'To the end')
  await says(region, /Solved with [\d,]+ backtracks/)
  await page.getByLabel('Example').selectOption({ label: 'Devadas, even (even)' })
  await cell('even digit only').first().waitFor()
  await press(page, 'To the end')
  await says(region, 'Solved with 2,056 backtracks')
  await eventually(() => page.getByRole('grid').count()).toBe(1)

  await page.getByLabel('Strategy').selectOption('exact-cover')
  await press(page, 'Step forward')
  await page.waitForURL(/step=1$/)
  await page.getByLabel('Compare with').selectOption('bit-parallel')
  await press(page, 'Candidates')
  await page.waitForURL(/step=1&right=bit-parallel&candidates=on/)
  await page.reload()
  await recorded(page)
  await press(page, 'To the end')
  await says(lane(page, 'exact-cover').region, 'Solved with')
  await says(lane(page, 'bit-parallel').region, 'Solved with 0 backtracks')
  await page.getByRole('button', { name: 'Candidates', pressed: true }).waitFor()

  await visit(page, `#/watch?puzzle=5..5${'.'.repeat(77)}`)
  await says(page.getByRole('alert'), '5 stands twice in row 1, at columns 1 and 4.')
  await eventually(() => page.locator('.cell.clash').allTextContents()).toEqual(['5', '5'])
  expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(0)
  await page.getByRole('alert').getByRole('link', { name: 'Edit the grid' }).click()
  await page.waitForURL(/#\/solve\?puzzle=5\.\.5/)
})

longInBrowser('draws four frames a second at most where motion is to be reduced', async () => {
  const page = await open(`#/watch?puzzle=${INKALA}&speed=1000`, { reducedMotion: 'reduce' })
  await recorded(page)
  await page.evaluate(() => {
    const steps: number[] = []
    Object.assign(window, { steps })
    const slider = document.querySelector<HTMLInputElement>('#position')
    const look = () => {
      const step = slider?.valueAsNumber ?? 0
      if (step !== steps.at(-1)) steps.push(step)
      requestAnimationFrame(look)
    }
    look()
  })
  await press(page, 'Play')
  await page.locator('label[for=position]', { hasText: /Step \d{1,2},\d\d\d/ }).waitFor()
  const steps = await page.evaluate(() => (window as unknown as { steps: number[] }).steps)
  // At 1,000 steps a second: a quarter of a second is 250 steps, and frames come no closer.
  expect(steps.filter((step, i) => i > 0 && step - steps[i - 1] < 250)).toEqual([])
})
