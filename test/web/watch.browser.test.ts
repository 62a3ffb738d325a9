import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { STRATEGIES, type StrategyName } from '../../shared/sudoku/search/strategy-facts.ts'
import { SEVERAL } from '../api/grids.ts'
import { browserForFile, drawn, eventually, expectOpenToAll, goTo, inBrowser, longInBrowser, visit } from './browser.ts'
import { AGAINST_BRUTE_FORCE, ESCARGOT, INKALA_2006, INKALA_2012 } from './page-grids.ts'

const { open } = browserForFile()

/** The part of a page on one search. */
function lane(page: Page, strategy: StrategyName) {
  const region = page.getByRole('region', { name: STRATEGIES[strategy].title, exact: true })
  const fact = (name: string) => region.locator('dl > div', { hasText: name }).locator('dd')
  return {
    region,
    grid: region.getByRole('grid'),
    cell: (words: string) => region.getByRole('gridcell', { name: words }),
    backtracks: fact('Backtracks'),
    depth: fact('Depth'),
    step: fact('Step'),
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const scrubber = (page: Page) => page.getByRole('slider', { name: /^Step/ })

/** Waits until the search of the page's tapes is known to its end. */
async function recorded(page: Page) {
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  await page.waitForFunction(() => {
    const label = document.querySelector('label[for=position]')?.textContent ?? ''
    return !label.includes('recording') && !label.endsWith('of 0')
  })
}

/** Waits until an element says something. */
async function says(where: Locator, text: string | RegExp) {
  await where.filter({ hasText: text }).first().waitFor()
}

/** All that the live region has said, from now on. */
async function heard(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const region = document.getElementById('announcements')
    const said: string[] = []
    Object.assign(window, { said })
    if (!region) throw new Error('there is no live region')
    new MutationObserver(() => region.textContent && said.push(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
  return () => page.evaluate(() => [...(window as unknown as { said: string[] }).said])
}

longInBrowser(
  "the first moves of Liang's figure 3 happen step by step, and back, or by keys for backtracks",
  async () => {
    const MOVES = [
      'Guesses 1 in row 1 column 3.',
      'Guesses 2 in row 1 column 4.',
      'Guesses 4 in row 1 column 6.',
      'Guesses 8 in row 1 column 7.',
      'Guesses 9 in row 1 column 8.',
      'Takes back 9 from row 1 column 8.Backtrack 1. Nothing is left to try there.',
      'Takes back 8 from row 1 column 7.Backtrack 2. Left to try there: 9.',
      'Guesses 9 in row 1 column 7.',
      'Guesses 8 in row 1 column 8.',
    ]
    const page = await open(`#/watch?puzzle=${SEVERAL}&right=none`)
    const { region, grid, cell, depth, backtracks } = lane(page, 'brute-force')
    await says(region, 'before the first step')
    for (const move of MOVES) {
      await press(page, 'Step forward')
      await says(region, move)
    }
    await cell('row 1 column 7, guessed 9').waitFor()
    await cell('row 1 column 8, guessed 8, the search is here').waitFor()
    await eventually(() => depth.textContent()).toBe('5')
    await eventually(() => backtracks.textContent()).toBe('2')
    for (const move of MOVES.toReversed().slice(1)) {
      await press(page, 'Step back')
      await says(region, move)
    }
    await cell('row 1 column 4, empty').waitFor()

    await page.getByRole('button', { name: 'Step forward' }).focus()
    await page.keyboard.press('b')
    await says(region, MOVES[5])
    await page.keyboard.press('ArrowLeft')
    await says(region, MOVES[4])
    await cell('row 1 column 1, given 5').click()
    await page.keyboard.press('b')
    await page.keyboard.press('b')
    await says(region, 'Backtrack 2.')
    await page.keyboard.press('Shift+B')
    await says(region, 'Backtrack 1.')
    // The grid's own keys stay its own.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('End')
    await grid.locator(':focus', { hasText: '' }).and(cell('row 1 column 9, empty')).waitFor()
    // The slider follows at once, whatever the search has still to find.
    await eventually(() => scrubber(page).inputValue()).toBe('6')
    await says(region, 'Backtrack 1.')
  },
)

longInBrowser('shows why brute force takes 9,949 backtracks where another strategy takes few', async () => {
  const page = await open('#/watch')
  await says(page.getByRole('main'), 'Your grid is empty, so this is Inkala 2010')
  await press(page, 'To the end')
  const left = lane(page, 'brute-force')
  const right = lane(page, 'singles')
  await says(left.region, 'Solved with 9,949 backtracks')
  await says(right.region, 'Solved with 15 backtracks')
  await eventually(() => left.step.textContent()).toBe('19,956 of 19,956')
  await eventually(() => right.step.textContent()).toBe('297 of 297')
  await press(page, 'Heat map')
  await says(left.region, /Taken back most: row \d column \d, [\d,]+ times/)
  await eventually(() => left.grid.locator('.heated').count()).toBeGreaterThan(30)
  await press(page, 'Previous backtrack')
  await says(left.region, 'Backtrack 9,949.')
  await eventually(() => right.step.textContent()).toBe('297 of 297')
})

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

const boardsOf = (page: Page) =>
  page.evaluate(() => Array.from(document.querySelectorAll('.board'), (board) => board.getBoundingClientRect().width))

async function isOneScreen(page: Page, sizes: readonly (readonly [width: number, height: number, board: number])[]) {
  for (const [width, height, board] of sizes) {
    await page.setViewportSize({ width, height })
    await drawn(page)
    expect(await misplacedIn(page), `${width}×${height}`).toEqual([])
    for (const side of await boardsOf(page)) expect(side, `${width}×${height}`).toBeGreaterThanOrEqual(board)
  }
}

inBrowser(
  'is one screen, of any usual size: nothing scrolls, nothing is cut off, nothing lies over another',
  async () => {
    const page = await open('#/watch?step=2000&candidates=on')
    await says(lane(page, 'singles').region, 'Solved with 15 backtracks')
    await page.getByRole('list', { name: 'Legend' }).getByText('taken back').waitFor()
    // Between 1,001 and 1,095 pixels the speed once lay over two buttons.
    await isOneScreen(page, [
      [1440, 900, 470],
      [1095, 800, 370],
      [1024, 768, 340],
      [1001, 768, 340],
      [390, 844, 190],
    ])
    await page.getByLabel('Beside it').selectOption('nothing')
    await isOneScreen(page, [
      [390, 844, 260],
      [1024, 768, 500],
      [1920, 1080, 800],
    ])
  },
)

longInBrowser('is one screen on other sizes of grid and screen, too', async () => {
  for (const query of [
    'size=4&empty=yes',
    'size=16&empty=yes&left=singles',
    'size=25&empty=yes&left=singles',
    'heat=on',
  ]) {
    const page = await open(`#/watch?${query}&step=40`)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await isOneScreen(page, [
      [1920, 1080, 600],
      [1280, 720, 300],
      [1050, 800, 330],
      [768, 1024, 290],
      [412, 915, 150],
    ])
  }
})

longInBrowser('a link to another puzzle opens it at the step of that link', async () => {
  const page = await open(`#/watch?puzzle=${SEVERAL}&right=none&step=7`)
  await recorded(page)
  await eventually(() => scrubber(page).inputValue()).toBe('7')
  await visit(page, `#/watch?puzzle=${ESCARGOT}&right=none&step=9`)
  await lane(page, 'brute-force').cell('row 1 column 1, given 1').waitFor()
  await recorded(page)
  await eventually(() => scrubber(page).inputValue()).toBe('9')
})

inBrowser(
  'opens at the step of its link, plays by the space bar without scrolling, and keeps the step in its link',
  async () => {
    const page = await open('#/watch?step=1000&speed=500')
    const { region, step } = lane(page, 'brute-force')
    await says(step, '1,000 of 19,956')
    // Nothing has the focus: the browser would scroll. Where the page fits its screen it cannot, so it is made small.
    await page.setViewportSize({ width: 800, height: 400 })
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
    await page.getByText('to the next backtrack').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('c')
    await page.getByRole('button', { name: 'Candidates', pressed: true }).waitFor()
    await eventually(() => region.getByRole('gridcell', { name: /, candidates / }).count()).toBeGreaterThan(10)
    await page.waitForURL(/candidates=on/)
    await page.evaluate(() => location.assign(location.hash.replace(/step=\d+/, 'step=1')))
    await says(step, /^1 of 19,956/)
    // Digits that a guess takes away are struck out.
    await says(region, 'Guesses')
    await eventually(() => region.locator('.candidates .removed').count()).toBeGreaterThan(0)
    // Another search begins at its start.
    await page.getByLabel('Example').selectOption('Liang, figure 2')
    await page.waitForURL((url) => !url.hash.includes('step='))
    await eventually(() => scrubber(page).inputValue()).toBe('0')
  },
)

longInBrowser('says why a digit follows, with its unit lit, and how much of the search is explored', async () => {
  const page = await open('#/watch?left=singles&right=none&step=132')
  const { region, grid, cell } = lane(page, 'singles')
  await says(region, '1 has one place left in box 1.')
  await eventually(() => grid.locator('.reason').count()).toBe(9)
  await cell('inferred 1, the search is here').waitFor()
  await says(region.locator('dl > div', { hasText: 'Explored' }), '6.25%')
  await scrubber(page).fill('120')
  await says(region, 'No other digit is left for row 9 column 4.')
  await eventually(() => grid.locator('.reason').count()).toBe(21)
})

longInBrowser('says what a search learns from a conflict, with its cells lit, and how far it jumps back', async () => {
  const page = await open(`#/watch?puzzle=${ESCARGOT}&left=learning&right=none&step=18`)
  const { region, cell } = lane(page, 'learning')
  await says(region, 'Conflict. No digit is left for row 7 column 3.')
  await says(region, 'Learned: not r3c1 = 7 with r4c1 ≠ 8, r7c3 ≠ 6 and r4c1 ≠ 2.')
  await says(region, 'Takes back 2 guesses: r2c1 and r1c4.')
  await cell('row 7 column 3, empty, in conflict').waitFor()
  await page.getByRole('list', { name: 'Legend' }).getByText('in conflict').waitFor()
  await isOneScreen(page, [
    [390, 844, 320],
    [1440, 900, 600],
  ])
  await press(page, 'Step forward')
  await says(region, 'Takes back 5 from row 2 column 1.')
  await says(region, 'Backtrack 1. Learned: not r3c1 = 7')
})

longInBrowser('leaps to any step by keyboard, and plays from there until it is paused', async () => {
  const page = await open('#/watch?speed=500')
  await recorded(page)
  const { step } = lane(page, 'brute-force')
  const slider = scrubber(page)
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await says(step, '1 of 19,956')
  await eventually(() => slider.getAttribute('aria-valuetext')).toBe('step 1 of 19,956')
  await page.keyboard.press('End')
  await says(step, '19,956 of 19,956')
  await page.keyboard.press('ArrowLeft')
  await says(step, '19,955 of 19,956')
  await page.keyboard.press('Home')
  await says(step, '0 of 19,956')

  await slider.fill('1000')
  await says(step, '1,000 of 19,956')
  await press(page, 'Play')
  const label = page.locator('label[for=position]')
  await label.filter({ hasNotText: /Step 1,0\d\d / }).waitFor()
  await press(page, 'Pause')
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
  const paused = await label.textContent()
  expect(Number(paused?.match(/Step ([\d,]+)/)?.[1].replace(',', ''))).toBeGreaterThan(1100)
  await drawn(page)
  expect(await label.textContent()).toBe(paused)
})

/** In a worker: lets its recording, slices that follow each other by messages, take so long that it can be looked at. */
function restBetweenSlices(): void {
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function (...sent: unknown[]) {
    setTimeout(() => Reflect.apply(postMessage, this, sent), 100)
  }
}

longInBrowser('shows a search of 138 million steps while it is being recorded', async () => {
  const page = await open('#/solve')
  await page.route(/tape-worker/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${restBetweenSlices})();${await response.text()}` })
  })
  await visit(page, `#/watch?puzzle=${AGAINST_BRUTE_FORCE}&right=none`)
  const { region, step } = lane(page, 'brute-force')
  const label = page.locator('label[for=position]')
  // A million or more: the worker may be far ahead of a page that is slow.
  await says(label, /of \d{1,3}(,\d{3}){2,} · recording/)
  await scrubber(page).fill('1000000')
  await says(step, /^1,000,000 of/)
  await press(page, 'Step back')
  await says(step, /^999,999 of/)
  await press(page, 'To the end')
  const before = await label.textContent()
  await label.filter({ hasNotText: before ?? '' }).waitFor()
  await says(region, /row \d column \d/)
  await says(label, 'recording')
})

longInBrowser('leaps about in a search of 671,215 steps, and stops searching when the view is left', async () => {
  const page = await open(`#/watch?puzzle=${INKALA_2006}&right=single-sweep`)
  const left = lane(page, 'brute-force')
  const right = lane(page, 'single-sweep')
  await press(page, 'To the end')
  await says(left.region, 'Solved with 335,578 backtracks')
  await says(right.region, 'Solved with 24,231 backtracks')
  for (const step of [335_607, 100_000, 671_214, 3]) {
    await scrubber(page).fill(`${step}`)
    await says(left.step, `${step.toLocaleString('en')} of 671,215`)
  }
  await scrubber(page).fill('400000')
  await press(page, 'Next backtrack')
  await says(left.region, /Takes back \d from row \d column \d\.Backtrack 199,9\d\d\./)

  const searches = () => page.workers().filter((worker) => /tape-worker/.test(worker.url()))
  await eventually(searches).toHaveLength(2)
  await goTo(page, 'Solve')
  await eventually(searches).toHaveLength(0)
})

longInBrowser('says where it rests, and nothing while it plays', async () => {
  // Slow enough that it is still playing when it is looked at.
  const page = await open('#/watch?speed=500')
  await recorded(page)
  const said = await heard(page)
  await press(page, 'Step forward')
  const first = 'Brute force: step 1 of 19,956. Guesses 1 in row 1 column 1. Depth 1, backtracks 0.'
  await says(page.locator('#announcements'), first)
  await page.getByRole('button', { name: 'Play', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.locator('label[for=position]', { hasText: /Step \d{1,2},\d\d\d/ }).waitFor()
  expect((await said()).filter((text) => !text.includes('step 1 of'))).toEqual([])
  await page.keyboard.press('Enter')
  await says(page.locator('#announcements'), /^Brute force: step \d{1,2},\d\d\d of/)
  await press(page, 'To the end')
  await says(
    page.locator('#announcements'),
    /^Brute force: step 19,956 of .* Solved with 9,949 backtracks\. Singles: .* Solved with 15 backtracks\.$/,
  )
  await eventually(said).toHaveLength(3)
})

longInBrowser('keeps what was chosen through a reload', async () => {
  const page = await open(`#/watch?puzzle=${SEVERAL}`)
  await page.getByLabel('Strategy').selectOption('exact-cover')
  await page.getByLabel('Beside it').selectOption('bit-parallel')
  await press(page, 'Heat map')
  await page.waitForURL(/left=exact-cover&right=bit-parallel&heat=on/)
  await page.reload()
  await recorded(page)
  await press(page, 'To the end')
  await says(lane(page, 'exact-cover').region, 'Solved with')
  await says(lane(page, 'bit-parallel').region, 'Solved with 0 backtracks')
  await page.getByRole('button', { name: 'Heat map', pressed: true }).waitFor()
  await page.getByLabel('Beside it').selectOption('nothing')
  await page.waitForURL(/right=none/)
  await eventually(() => page.getByRole('grid').count()).toBe(1)
})

longInBrowser('searches an empty grid when it is told to, and marks of any rules', async () => {
  const page = await open('#/watch?right=none')
  await press(page, 'Search the empty grid instead')
  await lane(page, 'brute-force').cell('row 1 column 3, empty').waitFor()
  await press(page, 'To the end')
  await says(lane(page, 'brute-force').region, /Solved with [\d,]+ backtracks/)
  await page.getByLabel('Example').selectOption({ label: 'Devadas, even (even)' })
  await says(lane(page, 'brute-force').cell('even digit only').first(), '')
  await press(page, 'To the end')
  await says(lane(page, 'brute-force').region, 'Solved with 2,056 backtracks')
})

longInBrowser('says that givens clash, and how, instead of playing', async () => {
  const page = await open(`#/watch?puzzle=5..5${'.'.repeat(77)}`)
  await says(page.getByRole('alert'), '5 stands twice in row 1, at columns 1 and 4.')
  expect(await page.getByRole('button', { name: 'Play' }).count()).toBe(0)
  await page.getByRole('alert').getByRole('link', { name: 'Edit the grid' }).click()
  await page.waitForURL(/#\/solve\?puzzle=5\.\.5/)
})

longInBrowser('says that there is no solution', async () => {
  const page = await open(`#/watch?puzzle=..1...4.1..4...3&left=singles&right=brute-force`)
  await press(page, 'To the end')
  await says(lane(page, 'singles').region, 'No solution, which took 0 backtracks')
  await says(lane(page, 'brute-force').region, 'No solution, which took 15 backtracks')
})

longInBrowser('says so when a search cannot be started, and tries again', async () => {
  const page = await open('#/solve', { expected: /Failed to load resource|tape-worker/ })
  const isWorker = /tape-worker/
  await page.route(isWorker, (route) => route.abort())
  await goTo(page, 'Watch')
  await says(page.getByRole('alert').first(), 'The search could not be started.')
  await page.unroute(isWorker)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await recorded(page)
  await press(page, 'To the end')
  await says(lane(page, 'brute-force').region, 'Solved with 9,949 backtracks')
})

longInBrowser('keeps nobody out in the middle of a search, heated, at its end, and at a conflict', async () => {
  const page = await open('#/watch?heat=on&candidates=on')
  await recorded(page)
  await scrubber(page).fill('9978')
  await says(lane(page, 'brute-force').step, '9,978')
  await page.locator('.heated').first().waitFor()
  await expectOpenToAll(page)
  // Where candidates are struck out, what is seen in a cell is in its name all the same.
  await scrubber(page).fill('1')
  await page.locator('.candidates .removed').first().waitFor()
  await expectOpenToAll(page)
  await press(page, 'To the end')
  await says(lane(page, 'brute-force').region, 'Solved with 9,949 backtracks')
  await expectOpenToAll(page)
  const conflict = `#/watch?puzzle=${INKALA_2012}&left=learning&right=none&step=43&candidates=on`
  await visit(page, conflict)
  await says(lane(page, 'learning').region, 'Conflict. 2 would stand twice in column 5.')
  await expectOpenToAll(page)
})

longInBrowser('draws four frames a second at most where motion is to be reduced', async () => {
  const page = await open('#/watch?speed=1000&right=none', { reducedMotion: 'reduce' })
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
