import type { Locator, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { INCLUSION_NAMES } from '../../shared/job/inclusions.ts'
import { otherKinds } from '../../web/grid/example-grids.ts'
import { hashOf } from '../../web/page/address.ts'
import { loadOwnRules } from '../../web/rules/own-rules.ts'
import { puzzleWith } from '../../web/rules/packed-rules.ts'
import { GRID, SEVERAL } from '../api/grids.ts'
import { browserForFile, inBrowser, visit } from './browser.ts'
import { endOf, submit } from './bulk-page.ts'
import { door } from './door.ts'
import { CLIPBOARD } from './grid-on-page.ts'
import { ESCARGOT } from './page-grids.ts'

const { open } = browserForFile()

/** A way into a part of the page. */
interface Way {
  readonly hash: string
  /** What is pressed, one after the other; or done there. */
  readonly steps?: readonly (string | Step)[]
  /** What is seen at the end. */
  readonly sign: string
  /** Whether it ends at another address. */
  readonly isLeft?: boolean
}
interface Step {
  readonly at: string
  readonly act: (there: Locator) => Promise<void>
}

const CHOOSE: Step = {
  at: '.drop input',
  act: (input) => input.setInputFiles({ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from(GRID) }),
}
const PASTE: Step = {
  at: '#paste',
  act: async (field) => {
    await field.fill(GRID)
    await field.page().getByRole('button', { name: 'Put it on the board' }).click()
  },
}
/** A text that was typed before a reload is in the field, which is open then. */
const OPEN: Step = {
  at: 'button:text-is("Paste")',
  act: async (opener) => {
    if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  },
}
const EXAMPLE: Step = {
  at: '#example',
  act: async (menu) => {
    await menu.selectOption('Killer')
  },
}
const ALL_FACTS = `#/files?include=${INCLUSION_NAMES.join()}`

/** All ways that there are, so that each asset is loaded by one of them. */
async function allWays(): Promise<readonly Way[]> {
  await loadOwnRules()
  const constraints = [
    { type: 'cage', cells: ['r1c1', 'r1c2'], sum: 3 },
    { type: 'thermometer', cells: ['r3c1', 'r3c2', 'r3c3', 'r3c4'] },
  ]
  const killer = puzzleWith({ puzzle: '....3..2........', constraints })
  if (!killer.ok) throw new Error(killer.error)
  const own = hashOf({ view: 'solve', job: undefined, puzzle: killer.value, query: {} })
  const diagonal = otherKinds.find(({ rules }) => rules === 'diagonal')?.puzzle
  const job = await submit([GRID], { include: ['counts'] })
  await endOf(job)
  const twoOnes = [constraints[0], { type: 'cage', cells: ['r1c3', 'r1c4'], sum: 4 }]
  const impossible = puzzleWith({ puzzle: '.'.repeat(16), constraints: twoOnes })
  if (!impossible.ok) throw new Error(impossible.error)
  return [
    { hash: `#/solve?puzzle=${GRID}`, sign: 'text=/^Difficulty 1.2/' },
    { hash: `#/solve?puzzle=${SEVERAL}`, sign: 'text=/^They differ in/' },
    {
      hash: hashOf({ view: 'solve', job: undefined, puzzle: impossible.value, query: {} }),
      sign: 'text=/^These, which are marked/',
    },
    { hash: '#/solve?size=4', steps: [EXAMPLE], sign: '.board .cage', isLeft: true },
    { hash: own, steps: ['button:text-is("Constraints")'], sign: 'button:text-is("Add")' },
    {
      hash: `#/solve?puzzle=${GRID}`,
      steps: ['summary:has-text("Save, print or send")', 'button:text-is("Copy text")'],
      sign: '#announcements:has-text("The text is copied.")',
    },
    {
      hash: '#/solve?size=4',
      steps: ['summary:has-text("Make a puzzle")', 'button:text-is("Make")'],
      sign: '.cell.given',
      isLeft: true,
    },
    { hash: '#/solve', steps: [OPEN, PASTE], sign: '.cell.given' },
    { hash: `#/watch?puzzle=${GRID}&step=1`, sign: 'text=/^Guesses/' },
    { hash: `#/watch?puzzle=${ESCARGOT}&left=learning&step=18`, sign: 'text=/^Learned:/' },
    { hash: `#/watch?tab=counts&puzzle=${GRID}`, sign: 'text=/^Counted in this browser/' },
    {
      hash: '#/watch?tab=sets&without=brute-force,single-sweep,naked-singles',
      steps: ['summary:has-text("Backtracks against difficulty")'],
      sign: 'text=/^[1-9][0-9]* of [0-9]+ rated/',
    },
    { hash: '#/watch?tab=sets&set=own', sign: '#own-text' },
    { hash: `#/watch?tab=sets&set=job&job=${job}`, sign: 'text=/^Counted by the service/' },
    // Whoever draws a puzzle has no hints: from another view, nobody does.
    { hash: own, steps: ['.play-panel button:text-is("Hint")'], sign: 'h3:has-text("Where to look")' },
    { hash: `#/solve?rules=diagonal&puzzle=${diagonal}`, sign: 'h2:has-text("One solution.")' },
    { hash: ALL_FACTS, steps: [CHOOSE, 'button:text-is("Solve it in this browser")'], sign: 'text=Save the results' },
    {
      hash: ALL_FACTS,
      steps: [CHOOSE, 'button:text-is("Solve on the service")'],
      // The job's own: those in the list of jobs are there before the file is sent.
      sign: 'h1 + .badge:has-text("completed")',
      isLeft: true,
    },
    {
      hash: ALL_FACTS,
      steps: [CHOOSE, 'summary:has-text("Print it")', 'button:text-is("Save PDF")'],
      sign: '#announcements:has-text("A PDF of 1 puzzle is saved.")',
    },
    { hash: `#/files/${job}?place=1`, sign: '[role=grid][aria-label=Solution]' },
  ]
}

/** A way that is gone, and begun again wherever the page was loaded anew. */
class Walk {
  readonly #page: Page
  readonly #way: Way

  constructor(page: Page, way: Way) {
    this.#page = page
    this.#way = way
  }

  /** @returns whether its sign is seen; otherwise something is to be tried again */
  async go(): Promise<boolean> {
    const { steps = [], sign, hash, isLeft } = this.#way
    // What has led to another address is not done again there.
    const isOver = isLeft && !isAt(this.#page, hash)
    for (const step of isOver ? [] : steps) {
      if (typeof step === 'string') {
        if (!(await this.#sees(step))) return false
        await this.#page.locator(step).click()
      } else {
        if (!(await this.#sees(step.at))) return false
        await step.act(this.#page.locator(step.at))
      }
    }
    return this.#sees(sign)
  }

  async #sees(what: string): Promise<boolean> {
    const there = this.#page.locator(what).first()
    await there
      .or(again(this.#page))
      .first()
      .waitFor({ state: what.startsWith('.drop') ? 'attached' : 'visible' })
    // What was seen may be on its way to another place by now, as a job's state where a file was sent: it is not looked
    // for twice.
    return !(await again(this.#page).isVisible())
  }
}

const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).first()

/** Presses the page's own button, until it has done something: begun anew what failed, or loaded the page anew. */
async function tryAgain(page: Page): Promise<void> {
  // Where the page has mended itself meanwhile there is none.
  const [button] = await again(page).elementHandles()
  // Not by the mouse, which would wait for one that is out of sight by now.
  await button?.dispatchEvent('click').catch(() => {})
  // A page that is gone takes the button along.
  await button?.waitForElementState('hidden').catch(() => {})
}

const isAsset = (path: string) => path.startsWith('/assets/') && !path.includes('/icon-')

const fieldsIn = (address: string) => decodeURIComponent(address).split(/[?&]/).slice(1)
const isAt = (page: Page, hash: string) => fieldsIn(hash).every((field) => fieldsIn(page.url()).includes(field))

function expectKept(page: Page, { hash, isLeft }: Way): void {
  if (!isLeft) expect(fieldsIn(page.url())).toEqual(expect.arrayContaining(fieldsIn(hash)))
}

inBrowser(
  'each asset fails once, and whatever needs it comes all the same, by its own button',
  { tags: ['long'] },
  async () => {
    const service = inject('serviceUrl')
    const html = await (await fetch(service)).text()
    const first = [...html.matchAll(/"(\/assets\/[^"]+(?<!worker[^"]+)\.js)"/g)].map(([, path]) => path)
    const met = new Set<string>()
    /** What has failed since the page was loaded last. */
    let failed: string | undefined
    const url = await door((path, answer) => {
      if (!isAsset(path) || met.has(path)) return path
      // As it is to fail with a later load.
      answer.setHeader('cache-control', 'no-store')
      if (failed !== undefined) return path
      failed = path
      met.add(path)
      return 503
    })
    const page = await open('openapi.json', {
      ...CLIPBOARD,
      url,
      ready: 'body',
      expected: /Failed to load resource|-worker|wasm/,
    })
    const begin = async ({ hash }: Way) => {
      await page.goto(`${url}/openapi.json`)
      failed = undefined
      await page.goto(`${url}/${hash}`)
    }
    for (const way of await allWays()) {
      await begin(way)
      const walk = new Walk(page, way)
      // What has led to another address is not needed there: where anything failed, the whole way is gone once more.
      let isWhole = true
      for (let isDone = false; !isDone; ) {
        // Without it there is no page that could have a button.
        if (first.includes(failed ?? '')) {
          await page.locator('#page > .late').waitFor({ state: 'attached' })
          failed = undefined
          await page.reload()
          continue
        }
        const isThere = await walk.go().catch((cause) => {
          throw new Error(`${way.hash} without ${failed}`, { cause })
        })
        isWhole &&= isThere && failed === undefined
        isDone = isThere && (way.isLeft ? isWhole : failed === undefined)
        failed = undefined
        if (!isThere) await tryAgain(page)
        else if (!isDone && way.isLeft) {
          isWhole = true
          await begin(way)
        } else if (!isDone) await page.reload()
      }
      expectKept(page, way)
    }
    const offline = await (await fetch(`${service}/offline.js`)).text()
    const all = [...offline.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path).filter(isAsset)
    // The API's page is no view, and has its own.
    expect(all.filter((asset) => !met.has(asset) && !asset.includes('/docs-'))).toEqual([])
  },
)

inBrowser(
  'a tab that is open outlives deployments, whose assets have other names, in every view',
  { tags: ['long'] },
  async () => {
    let deployment = 1
    const url = await door(
      (path) => {
        if (!isAsset(path)) return path
        const [, , of, name] = path.split('/')
        return of === `${deployment}` ? `/assets/${name}` : 404
      },
      (text) => text.replaceAll(/(?<=['"`])\/assets\/(?!icon)/g, `/assets/${deployment}/`),
    )
    const page = await open('', { ...CLIPBOARD, url, expected: /Failed to load resource|-worker|wasm/ })
    for (const way of await allWays()) {
      deployment++
      await visit(page, way.hash)
      const walk = new Walk(page, way)
      while (!(await walk.go())) await tryAgain(page)
      expectKept(page, way)
    }
  },
)
