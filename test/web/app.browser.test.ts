import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { VIEWS } from '../../web/page/address.ts'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, violationsOf } from './browser.ts'

const { open } = browserForFile()

inBrowser('leads from view to view', async () => {
  const page = await open()
  for (const name of ['Watch', 'Compare', 'Bulk', 'Solve']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
    await eventually(() => page.locator('[aria-current=page]').textContent()).toBe(name)
  }
})

const keepsNobodyOut = (colorScheme: 'light' | 'dark') => async (view: string) => {
  const page = await open(`#/${view}`, { colorScheme })
  expect(await violationsOf(page)).toEqual([])
}
inBrowser.each(VIEWS)('%s keeps nobody out, in light', keepsNobodyOut('light'))
inBrowser.each(VIEWS)('%s keeps nobody out, in dark', { tags: ['long'] }, keepsNobodyOut('dark'))

inBrowser('nothing goes over the edge of a screen of 320 pixels, or of a laptop zoomed to 200 %', async () => {
  const page = await open('', { viewport: { width: 320, height: 568 } })
  // Watch has a bar of its own.
  for (const name of ['Compare', 'Bulk', 'Solve']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
    await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  }
  await page.setViewportSize({ width: 640, height: 400 })
  await eventually(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(640)
})

inBrowser('the header stands over the content, at the same place in every view', { tags: ['long'] }, async () => {
  const page = await open('', { viewport: { width: 1920, height: 1080 } })
  const edges = () =>
    page.evaluate(() => {
      const contentOf = (element: Element | null) => {
        const { left, right } = element?.getBoundingClientRect() ?? new DOMRect()
        const { paddingLeft, paddingRight } = getComputedStyle(element ?? document.body)
        return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
      }
      return { header: contentOf(document.querySelector('.masthead')), main: contentOf(document.querySelector('main')) }
    })
  const { header } = await edges()
  for (const name of ['Watch', 'Compare', 'Bulk', 'Solve']) {
    await page.getByRole('navigation').getByRole('link', { name }).click()
    await page.waitForFunction((title) => document.title.startsWith(title), name)
    await eventually(edges).toEqual({ header, main: header })
  }
})

const NO_ADDRESS = 'an address that is none, %s, leaves a page that can be used'
inBrowser.each(['#/nowhere/at/all?__proto__=1&puzzle=%zz', '#/bulk/%E0%A4%A', '#/bulk/..', '#/solve?puzzle=123'])(
  NO_ADDRESS,
  { tags: ['long'] },
  canBeUsed,
)

async function canBeUsed(hash: string): Promise<void> {
  const page = await open(hash)
  await page.getByRole('navigation').getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('heading', { name: 'Compare strategies' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
  await page.getByRole('heading', { name: 'Solve a Sudoku' }).waitFor()
  const picker = page.getByLabel('Example')
  await picker.selectOption('Inkala 2010')
  await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
  expect(await page.getByText('in the address').count()).toBe(0)
}

inBrowser('what was typed a moment before leaving is there on the way back', { tags: ['long'] }, async () => {
  const page = await open()
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.press('7')
  await page.getByRole('navigation').getByRole('link', { name: 'Watch' }).click()
  await page.getByRole('heading', { name: 'Watch the search' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Solve a Sudoku' }).waitFor()
  await page.getByRole('gridcell', { name: 'row 1 column 1, given 7' }).waitFor()
})

inBrowser('a link to a job brings nothing along from another job', { tags: ['long'] }, async () => {
  const page = await open('#/bulk/one-job?status=invalid&place=3', { expected: /404/ })
  await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
  await page.getByLabel('Example').selectOption('Inkala 2010')
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  const link = page.getByRole('link', { name: 'Its job in the Bulk view' })
  await link.waitFor()
  expect(await link.getAttribute('href')).not.toContain('status')
})

/** A page whose frames and timers are held back. */
interface HeldPage {
  /** How many frames and timers it waits for. */
  waiting(): Promise<number>
  /**
   * Lets those go that it waits for, and those that they lead to at once, and holds nothing back any more; after a
   * navigation, if there is one to be made at that moment.
   * Returns the address as it is then, before any event has told of the navigation.
   */
  letGo(hash?: string): Promise<string>
}

/**
 * Holds back a page's frames and timers, as on a machine that is busy. Preact runs what a component does after it was
 * drawn in the next frame, or 35 ms later where no frame comes: to hold that back takes both.
 */
async function hold(page: Page): Promise<HeldPage> {
  await page.evaluate(() => {
    const { requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout } = window
    const held = new Map<number, () => void>()
    let last = 0
    // Ids below zero are none of the browser's.
    const holdBack = (run: () => void) => {
      held.set(--last, run)
      return last
    }
    const letGo = (hash?: string) => {
      if (hash !== undefined) location.hash = hash
      for (const [id, run] of held) {
        held.delete(id)
        run()
      }
      Object.assign(window, { requestAnimationFrame, cancelAnimationFrame, setTimeout, clearTimeout })
      return location.hash
    }
    Object.assign(window, {
      requestAnimationFrame: (draw: FrameRequestCallback) => holdBack(() => draw(performance.now())),
      cancelAnimationFrame: (id: number) => held.delete(id) || cancelAnimationFrame(id),
      setTimeout: holdBack,
      clearTimeout: (id: number) => held.delete(id) || clearTimeout(id),
      heldPage: { waiting: () => held.size, letGo },
    })
  })
  const heldPage = await page.evaluateHandle(
    () => (window as unknown as { heldPage: { waiting(): number; letGo(hash?: string): string } }).heldPage,
  )
  return {
    waiting: () => heldPage.evaluate((held) => held.waiting()),
    letGo: (hash) => heldPage.evaluate((held, hash) => held.letGo(hash), hash),
  }
}

inBrowser('a navigation is followed, and its address stays, though an edit waits to be written', async () => {
  const page = await open()
  await page.locator('[role=gridcell]:focus').waitFor()
  const { letGo } = await hold(page)
  await page.keyboard.press('7')
  await page.getByRole('gridcell', { name: 'row 1 column 1, given 7' }).waitFor()
  // The edit's time comes between the navigation and the event that tells of it.
  expect(await letGo('#/watch?right=none')).toBe('#/watch?right=none')
  await page.getByRole('heading', { name: 'Watch the search' }).waitFor()
  await eventually(() => page.evaluate(() => location.hash)).toBe('#/watch?right=none')
})

describe('what is done in a view before its first frame takes nothing from it', () => {
  inBrowser('Solve', async () => {
    const page = await open('#/bulk')
    const { waiting, letGo } = await hold(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Solve' }).click()
    await page.getByLabel('Example').waitFor()
    expect(await waiting()).toBeGreaterThan(0)
    await page.getByLabel('Example').selectOption('Inkala 2010')
    await page.getByRole('gridcell', { name: 'row 1 column 3, given 5' }).waitFor()
    await letGo()
    await page.getByRole('heading', { name: 'One solution.' }).waitFor()
  })

  inBrowser('Bulk', { tags: ['long'] }, async () => {
    const page = await open('#/solve')
    const { waiting, letGo } = await hold(page)
    await page.getByRole('navigation').getByRole('link', { name: 'Bulk' }).click()
    await page.getByRole('button', { name: 'Paste puzzles' }).waitFor()
    expect(await waiting()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Paste puzzles' }).click()
    await page.getByLabel('Puzzles', { exact: true }).fill(GRID)
    await letGo()
    await page.getByRole('button', { name: 'Take these' }).click()
    await page.getByRole('button', { name: 'Solve this file' }).click()
    await page.waitForURL(/#\/bulk\/[\w-]{36}/)
    await page.getByRole('grid', { name: 'Results' }).getByText('solved').first().waitFor()
  })
})
