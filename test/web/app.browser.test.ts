import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { hashOf, VIEWS, type View } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import { GRID } from '../api/grids.ts'
import {
  browserForFile,
  eventually,
  expectOpenToAll,
  goTo,
  inBrowser,
  longInBrowser,
  visit,
  widthOf,
} from './browser.ts'
import { shows } from './grid-on-page.ts'

const { open } = browserForFile()

/** Where the content of the header and that of the view below it begin and end. */
const edgesOn = (page: Page) =>
  page.evaluate(() => {
    const contentOf = (element: Element | null) => {
      const { left, right } = element?.getBoundingClientRect() ?? new DOMRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element ?? document.body)
      return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
    }
    return { header: contentOf(document.querySelector('.masthead')), main: contentOf(document.querySelector('main')) }
  })

inBrowser('leads from view to view, under a header that stands still, and keeps nobody out of any', async () => {
  const page = await open('', { viewport: { width: 1920, height: 1080 } })
  const { header } = await edgesOn(page)
  for (const view of ['Watch', 'Files', 'Solve'] as const) {
    await goTo(page, view)
    await eventually(() => page.locator('[aria-current=page]').textContent()).toBe(view)
    // A view that is still on its way has no heading.
    await page.getByRole('heading', { level: 1 }).waitFor()
    await eventually(() => edgesOn(page)).toEqual({ header, main: header })
    await expectOpenToAll(page)
    // A small phone, and a laptop zoomed to 200 %. Watch has a bar of its own.
    for (const width of view === 'Watch' ? [] : [320, 640]) {
      await page.setViewportSize({ width, height: 568 })
      await eventually(() => widthOf(page)).toBe(width)
    }
    await page.setViewportSize({ width: 1920, height: 1080 })
  }
})

longInBrowser('an address that is none leaves a page that can be used', async () => {
  const page = await open('#/nowhere/at/all?__proto__=1&puzzle=%zz')
  for (const hash of ['#/files/%E0%A4%A', '#/files/..', '#/solve?puzzle=123']) {
    await visit(page, hash)
    await page.getByText('in the address').waitFor()
  }
  await page.getByLabel('Example').selectOption('Inkala 2010')
  await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
  expect(await page.getByText('in the address').count()).toBe(0)
})

/** What a browser says itself, which is for nobody to read. */
const RAW = /Failed to fetch|Uncaught|NetworkError|TypeError|undefined/

longInBrowser('a view whose load fails is mended by its own button, with the puzzle kept', async () => {
  const page = await open('', { expected: /Failed to load resource/ })
  await page.getByRole('gridcell').first().click()
  await page.keyboard.press('7')
  await page.route(/watch-view-/, (route) => route.abort())
  await goTo(page, 'Watch')
  await page.locator('main').getByText('could not be loaded').first().waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(RAW)
  // While the service is away, the page stays.
  await page.route(/\/$/, (route) => route.abort())
  const again = page.getByRole('button', { name: 'Try again' }).first()
  await again.click()
  await page.getByText('The service does not answer.').first().waitFor()
  await page.unrouteAll()
  const isLoaded = page.waitForEvent('load')
  await again.click()
  await isLoaded
  await page.getByRole('heading', { name: 'Watch the search', level: 1 }).waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await goTo(page, 'Solve')
  await shows(page, '7'.padEnd(81, '.'))
})

longInBrowser('a navigation is followed, and its address stays, though an edit waits to be written', async () => {
  await loadOwnRules()
  const killer = puzzleWith({
    puzzle: '.'.repeat(16),
    constraints: [{ type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 }],
  })
  if (!killer.ok) throw new Error(killer.error)
  for (const [address, sign] of [
    ['#/watch?right=none', 'h1:has-text("Watch the search")'],
    [hashOf({ view: 'solve', job: undefined, puzzle: killer.value, query: {} }), '.board .cage'],
  ]) {
    const page = await open()
    await page.locator('[role=gridcell]:focus').waitFor()
    const timers = await page.evaluateHandle(() => {
      const { setTimeout } = window
      const held: (() => void)[] = []
      // That of the address is among the long ones; the browser's own ids are above zero.
      const holdBack = (run: () => void, ms = 0) => (ms > 300 ? -held.push(run) : setTimeout(run, ms))
      Object.assign(window, { setTimeout: holdBack })
      return { held, letGo: () => Object.assign(window, { setTimeout }) && held.map((run) => run()) }
    })
    await page.keyboard.press('7')
    await page.getByRole('gridcell', { name: 'row 1 column 1, given 7' }).waitFor()
    await eventually(() => timers.evaluate(({ held }) => held.length)).toBeGreaterThan(0)
    // The edit's time comes between the navigation and the event that tells of it; or while rules are loaded for it.
    const after = await timers.evaluate(
      async ({ letGo }, { address, isLoading }) => {
        const heard = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
        location.hash = address
        if (isLoading) await heard
        letGo()
        return location.hash
      },
      { address, isLoading: address.includes('own=') },
    )
    expect(after).toBe(address)
    await page.locator(sign).first().waitFor()
    await eventually(() => page.evaluate(() => location.hash)).toBe(address)
  }
})

longInBrowser('what was typed a moment before a reload, or before leaving, is there', async () => {
  const page = await open()
  await page.locator('[role=gridcell]:focus').waitFor()
  for (const key of '123') {
    await page.keyboard.press(key)
    await page.reload()
    await page.getByRole('gridcell', { name: `row 1 column 1, given ${key}` }).waitFor()
    await page.locator('[role=gridcell]:focus').waitFor()
  }
  await page.keyboard.press('4')
  await goTo(page, 'Watch')
  await page.goBack()
  await page.getByRole('gridcell', { name: 'row 1 column 1, given 4' }).waitFor()
})

longInBrowser('what is done in a view before its first frame takes nothing from it', async () => {
  const page = await open('#/files')
  // Neither frames nor timers come, as on a machine that is busy.
  const hold = () => page.clock.pauseAt(Date.now() + 60_000)
  await page.clock.install()
  await hold()
  await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
  await page.getByLabel('Example').selectOption('Inkala 2010')
  await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
  await page.clock.resume()
  await page.getByRole('heading', { name: 'One solution.' }).waitFor()

  await hold()
  await page.getByRole('navigation').getByRole('link', { name: 'Files' }).click()
  await page.getByRole('button', { name: 'Paste puzzles' }).click()
  await page.getByLabel('Puzzles', { exact: true }).fill(GRID)
  await page.clock.resume()
  await page.getByRole('button', { name: 'Take these' }).click()
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await page.waitForURL(/#\/files\/[\w-]{36}/)
  await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
})

/** Gzipped, over all scripts, those of workers and all that they import included; a kernel is asked for by its worker, once a strategy needs it. */
const MOST_BYTES = 50_000

/** A sign that all scripts of a view are there. */
const HEADINGS: Readonly<Record<View, string>> = {
  solve: 'Solve a Sudoku',
  watch: 'Watch the search',
  files: 'Solve a file of puzzles',
}

inBrowser.each(VIEWS)('%s loads little script, all of it compressed', async (view) => {
  const page = await open(`#/${view}`)
  // A view that is loaded later says so until it is there.
  await page.getByRole('heading', { name: HEADINGS[view] }).waitFor()
  await eventually(() => page.workers().length).toBeGreaterThanOrEqual(view === 'files' ? 0 : 1)
  const needed = await Promise.all(page.workers().map((worker) => importsOf(worker.url())))
  await eventually(async () => (await page.evaluate(scriptsLoaded)).map(({ name }) => name)).toEqual(
    expect.arrayContaining(needed.flatMap((imports) => [...imports])),
  )
  const scripts = await page.evaluate(scriptsLoaded)
  expect(scripts.length).toBeGreaterThan(0)
  for (const { encodedBodySize, decodedBodySize } of scripts) {
    expect(encodedBodySize).toBeGreaterThan(0)
    expect(encodedBodySize).toBeLessThan(decodedBodySize)
  }
  // Two searches side by side run one script: the second worker has it from the browser's cache.
  const sizes = new Map(scripts.map(({ name, encodedBodySize }) => [name, encodedBodySize]))
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)

  expect(bytes, [...sizes].join('\n')).toBeLessThanOrEqual(MOST_BYTES)
})

/** In the page: what it and its workers have loaded. */
function scriptsLoaded() {
  return performance
    .getEntriesByType('resource')
    .filter((entry): entry is PerformanceResourceTiming => entry.name.endsWith('.js'))
    .map(({ name, encodedBodySize, decodedBodySize }) => ({ name, encodedBodySize, decodedBodySize }))
}

/** Everything that a script cannot run without: what it imports, and what that imports. */
async function importsOf(script: string, found = new Set<string>()): Promise<Set<string>> {
  for (const [, name] of (await (await fetch(script)).text()).matchAll(/(?:from|import)"(\.\/[\w-]+\.js)"/g)) {
    const { href } = new URL(name, script)
    if (!found.has(href)) await importsOf(href, found.add(href))
  }
  return found
}

longInBrowser('Counts load a kernel once a strategy that needs it is counted', async () => {
  const page = await open()
  const kernels: string[] = []
  page.context().on('request', (request) => {
    const [, kernel] = /(\w+)-[\w-]+\.wasm$/.exec(request.url()) ?? []
    if (kernel) kernels.push(kernel)
  })
  await visit(page, `#/watch?tab=counts&puzzle=1${'.'.repeat(80)}&without=learning`)
  await page.getByText(/^Counted in this browser/).waitFor()
  expect([...new Set(kernels)]).toEqual(['classic'])
  await page.getByRole('checkbox', { name: 'Learning' }).check()
  await eventually(() => [...new Set(kernels)]).toEqual(['classic', 'learning'])
})

longInBrowser(
  'asks for a key where the service does, keeps it in this browser, and forgets it when told to',
  async () => {
    await using service = await startLocal({ auth: 'keys', workers: 1 })
    const [key, other] = [await service.newKey('ada'), await service.newKey('bob')]
    const [mine, others] = await Promise.all(
      [key, other].map((key) => createClient({ url: service.url, key }).createJob({ puzzles: [GRID] })),
    )
    // That it was kept out is what the page's console has to say of 401.
    const page = await open('#/files', { url: service.url, expected: /401/ })
    await page.getByText('This service asks for a key.').waitFor()
    await expectOpenToAll(page)

    await page.getByLabel('Your API key').fill('sudoku_0_wrong')
    await page.getByRole('button', { name: 'Use this key' }).click()
    await page.getByText('It did not accept the key that you gave').waitFor()

    await page.getByLabel('Your API key').fill(` ${key} `)
    await page.getByLabel('Your API key').press('Enter')
    await page.locator(`a[href*="${mine.id}"]`).first().waitFor()
    expect(await page.getByText('This service asks for a key.').count()).toBe(0)
    await page.reload()
    await page.locator(`a[href*="${mine.id}"]`).first().waitFor()
    expect(await page.locator(`a[href*="${others.id}"]`).count()).toBe(0)
    await expectOpenToAll(page)
    await page.getByRole('button', { name: 'Forget my key' }).click()
    await page.getByText('This service asks for a key.').waitFor()
    await eventually(() => page.locator(`a[href*="${mine.id}"]`).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Forget my key' }).count()).toBe(0)
  },
)
