import { expect } from 'vitest'
import { VIEWS, type View } from '../../web/page/address.ts'
import { browserForFile, eventually, inBrowser, longInBrowser, visit } from './browser.ts'

const { open } = browserForFile()

/** Gzipped, over all scripts, those of workers and all that they import included; a kernel is asked for by its worker, once a strategy needs it. */
const MOST_BYTES = 50_000

/** A sign that all scripts of a view are there. */
const HEADINGS: Readonly<Record<View, string>> = {
  solve: 'Solve a Sudoku',
  watch: 'Watch the search',
  compare: 'Compare strategies',
  bulk: 'Solve a file of puzzles',
}

inBrowser.each(VIEWS)('%s loads little script, all of it compressed', async (view) => {
  const page = await open(`#/${view}`)
  // A view that is loaded later says so until it is there.
  await page.getByRole('heading', { name: HEADINGS[view] }).waitFor()
  await eventually(() => page.workers().length).toBeGreaterThanOrEqual(view === 'bulk' ? 0 : 1)
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

longInBrowser('Compare loads a kernel once a strategy that needs it is counted', async () => {
  const page = await open()
  const kernels: string[] = []
  page.context().on('request', (request) => {
    const [, kernel] = /(\w+)-[\w-]+\.wasm$/.exec(request.url()) ?? []
    if (kernel) kernels.push(kernel)
  })
  await visit(page, `#/compare?set=puzzle&puzzle=1${'.'.repeat(80)}&without=learning`)
  await page.getByText(/^Counted in this browser/).waitFor()
  expect([...new Set(kernels)]).toEqual(['classic'])
  await page.getByRole('checkbox', { name: 'Learning' }).check()
  await eventually(() => [...new Set(kernels)]).toEqual(['classic', 'learning'])
})
