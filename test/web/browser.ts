import { readFile } from 'node:fs/promises'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterEach, beforeAll, expect, inject, it } from 'vitest'

/** A real browser for the tests of one file, and pages in it that share nothing. */
export interface Opener {
  /** Opens an address, `#/watch` say, of the service that all tests share or of another. */
  open(address?: string, options?: OpenOptions): Promise<Page>
}

interface OpenOptions extends BrowserContextOptions {
  /** Another service than the one that all tests share. */
  readonly url?: string
  /** Errors that the page's console may show, if a test breaks something on purpose. */
  readonly expected?: RegExp
  /** Words that are there once the page is. */
  readonly ready?: string
  /** Where the page loses the service: its pauses before it tries again pass ten times as fast. */
  readonly isHurried?: boolean
}

/** Takes on hosts that give Chromium no sandbox, as containers do, and asks nothing of anybody. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']
/** Whatever takes longer than this never comes; it does come on a machine that is busy and slow. */
const PATIENCE_MS = 45_000

/**
 * `expect`, again and again until it holds: what an action leads to is drawn a frame later, or two, or when a worker or
 * the service has answered.
 */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: PATIENCE_MS })

const executablePath = inject('chromium')
// Were it null by mistake, no test of the page would be run and none would fail.
if (executablePath === undefined)
  throw new Error('tests of the page are named *.browser.test.ts, for the project that has one')

/** `it`, or a skipped one with a reason where this machine has no browser. */
export const inBrowser = executablePath ? it : it.skip

/** The same, for `npm run test:long` alone. */
export const longInBrowser = (claim: string, run: () => Promise<void>) => inBrowser(claim, { tags: ['long'] }, run)

/**
 * The browser of this process, which ends with it, for one file after the other: modules are loaded anew for each. One
 * browser for all processes would not do: over its debugging port each of them sees the pages of all others too, and
 * answers their dialogs; through a Playwright server it would have files copied that a test moves.
 */
const inProcess = globalThis as typeof globalThis & { chromiumOfTests?: Promise<Browser> }

/** Opens the browser for the file that calls it. Whatever the page has to complain of fails the test. */
export function browserForFile(): Opener {
  let browser: Browser | undefined
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  beforeAll(async () => {
    if (!executablePath) return
    inProcess.chromiumOfTests ??= chromium.launch({ executablePath, args: ARGUMENTS })
    browser = await inProcess.chromiumOfTests
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(complaints.splice(0)).toEqual([])
  })
  return {
    async open(
      address = '',
      { url = inject('serviceUrl'), expected, ready = 'main h1', isHurried = false, ...options } = {},
    ) {
      if (!browser) throw new Error('there is no browser here')
      // Tests take assets away; what a service worker keeps is for those that want one.
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        serviceWorkers: 'block',
        ...options,
      })
      contexts.push(context)
      context.setDefaultTimeout(PATIENCE_MS)
      if (isHurried) await hurry(context)
      const page = await context.newPage()
      const complain = (what: string) => {
        if (!expected?.test(what)) complaints.push(what)
      }
      page.on('pageerror', (error) => complain(`uncaught: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') complain(`console: ${message.text()}`)
      })
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && origin !== url) complain(`asks another host: ${request.url()}`)
      })
      await page.goto(`${url}/${address}`)
      await page.waitForSelector(ready)
      await drawn(page)
      return page
    },
  }
}

/** A client pauses for 250 ms and more; what the page itself waits for a moment with stays as it is. */
async function hurry(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { setTimeout } = window
    const hurried = (run: TimerHandler, ms = 0) => setTimeout(run, ms < 250 ? ms : ms / 10)
    Object.assign(window, { setTimeout: hurried })
  })
}

/**
 * Waits until the page has done what it does once it has drawn, and has drawn what that changed: an effect runs in the
 * frame after its component is there, and may draw once more. Until then a key or a file that is dropped is not heard.
 */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Where a page, as it is now, keeps somebody out: each rule that it breaks, with the places. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{
          violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[]
        }>
      }
    }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html} ${failureSummary}`),
    )
  })
}

/** Goes to a view by its link, as somebody does. */
export async function goTo(page: Page, view: 'Solve' | 'Watch' | 'Files'): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view }).click()
  await page.waitForFunction((title) => document.title.startsWith(title), view)
}

/** Goes to an address, `#/watch` say, from wherever the page is. */
export const visit = (page: Page, hash: string) => page.evaluate((hash) => location.assign(hash), hash)

/** The file that a button saves. */
export async function saved(page: Page, button: string) {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** What is dragged where a file with a text is. */
export function transferOf(page: Page, text: string) {
  return page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'dropped.txt'))
    return transfer
  }, text)
}

/** A phone that is held upright. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** A page as it is now keeps nobody out, in light and in dark, on a screen and on a phone, whose width it does not leave. */
export async function expectOpenToAll(page: Page): Promise<void> {
  const before = page.viewportSize()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await eventually(() => widthOf(page)).toBeLessThanOrEqual(width)
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await drawn(page)
      expect(await violationsOf(page), `${colorScheme}, ${width} pixels wide`).toEqual([])
    }
  }
  if (before) await page.setViewportSize(before)
}
