import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'

/** A real browser for the tests of one file, and pages in it that share nothing. */
export interface Opener {
  /** Opens an address, `#/watch` say, of the service that all tests share or of another. */
  open(address?: string, options?: OpenOptions): Promise<Page>
}

interface OpenOptions extends BrowserContextOptions {
  /** Another service than the one that all tests share. */
  readonly url?: string
  /** What the page's console may say as an error, where a test breaks something on purpose. */
  readonly expected?: RegExp
  /** What is there once the page is. */
  readonly ready?: string
}

/** Takes on hosts that give Chromium no sandbox, as containers do, and asks nothing of anybody. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']
/** What waits longer than this never comes; well within a test's own limit. */
const PATIENCE_MS = 20_000

/** `it`, or a skipped one with a reason where this machine has no browser. */
export const inBrowser = inject('chromium') ? it : it.skip

/** Starts a browser for the tests of the file that calls it. Whatever the page has to complain of fails the test. */
export function browserForFile(): Opener {
  let browser: Browser | undefined
  const complaints: string[] = []
  const executablePath = inject('chromium')
  beforeAll(async () => {
    if (executablePath) browser = await chromium.launch({ executablePath, args: ARGUMENTS })
  })
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
    expect(complaints.splice(0)).toEqual([])
  })
  afterAll(() => browser?.close())
  return {
    async open(address = '', { url = inject('serviceUrl'), expected, ready = 'main h1', ...options } = {}) {
      if (!browser) throw new Error('there is no browser here')
      const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
      context.setDefaultTimeout(PATIENCE_MS)
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
      return page
    },
  }
}

/** Where a page, as it is now, keeps somebody out: each rule that it breaks, with the places. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
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
