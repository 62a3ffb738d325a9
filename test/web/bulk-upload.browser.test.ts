import { mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { browserForFile, drawn, eventually, inBrowser, longInBrowser, saved, transferOf } from './browser.ts'
import {
  cancelledAtEnd,
  chooseFile,
  endOf,
  gridAt,
  jobShown,
  ndjsonOf,
  rowOf,
  solutionAt,
  solveFile,
  stateIs,
} from './bulk-page.ts'

const { open } = browserForFile()
const client = () => createClient({ url: inject('serviceUrl') })
/** More than one part holds: a part is 5 MB of text. */
const MANY = Array.from({ length: 70_000 }, (_, i) => gridAt(i)).join('\n')

longInBrowser('a file of 4,000 puzzles is read by a worker, solved, counted and downloaded', async () => {
  const page = await open('#/bulk')
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const id = await solveFile(page, { name: 'four-thousand.ndjson', text: ndjsonOf(4_000) })
  await stateIs(page, 'completed')
  // On the page itself a part took up to 450 ms in which nothing could be drawn.
  expect(workers).toContainEqual(expect.stringMatching(/parts-worker/))
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('four-thousand.ndjson')
  expect((await client().getJob(id)).name).toBe('four-thousand.ndjson')
  await eventually(() => page.locator('[data-count]').allTextContents()).toEqual(['3,960', '36', '4'])
  const { name, bytes } = await saved(page, 'CSV')
  expect(name).toBe(`sudoku-${id.slice(0, 8)}.csv`)
  const answer = await fetch(`${inject('serviceUrl')}/jobs/${id}/results?format=csv&limit=100000`)
  expect(`${bytes}`).toBe(await answer.text())
})

inBrowser('a file is solved in the browser to the letter as by the service, and nothing of it is sent', async () => {
  const page = await open('#/bulk')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  const text = ndjsonOf(2_000)
  await chooseFile(page, 'Choose a file', { name: 'here.ndjson', text })
  await page.getByRole('button', { name: 'Solve it in this browser' }).click()
  const card = page.getByRole('region', { name: 'here.ndjson, solved in this browser' })
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: /Save the results/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('here-solved.csv')
  expect(await card.locator('[data-count]').allTextContents()).toEqual(['1,980', '18', '2'])
  expect(sent.filter((method) => method !== 'GET')).toEqual([])
  const job = await client().createJob(text)
  await endOf(job.id)
  const answer = await fetch(`${inject('serviceUrl')}/jobs/${job.id}/results?format=csv&limit=100000`)
  expect(await readFile(await file.path(), 'utf8')).toBe(await answer.text())
})

inBrowser('puzzles can be pasted, and are solved as the address asks', async () => {
  const page = await open('#/bulk?fileRules=diagonal')
  await page.getByLabel('Strategy', { exact: true }).selectOption('brute-force')
  await page.getByLabel('Look for').selectOption('1')
  await page.waitForURL(/fileRules=diagonal&strategy=brute-force&solutions=1/)
  await page.reload()
  await eventually(() => page.getByLabel('Strategy', { exact: true }).inputValue()).toBe('brute-force')
  await page.getByLabel('Rules').selectOption('classic')
  await page.getByRole('button', { name: 'Paste puzzles' }).click()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.insertText(`${gridAt(8)}\n${gridAt(8)}`)
  await page.getByRole('button', { name: 'Take these' }).click()
  await page.getByRole('button', { name: 'Solve this file' }).click()
  const { options, backtracks } = await endOf(await jobShown(page))
  expect(options).toMatchObject({ strategy: 'brute-force', rules: 'classic', solutions: 1 })
  expect(backtracks.sum).toBe(2 * 4157)
})

longInBrowser('a file without a puzzle is refused, a dropped one is solved, and a bad line says why', async () => {
  const page = await open('#/bulk', { expected: /422/ })
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  for (const [text, words] of [
    ['\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'This is not a text file'],
    ['', 'This file is empty'],
    ['# nothing\n', 'found no puzzle'],
  ] as const) {
    // Most are refused before anything is sent.
    expect(sent.filter((method) => method !== 'GET')).toEqual([])
    await chooseFile(page, 'Choose a file', { name: 'wrong.png', text })
    await page.getByRole('button', { name: 'Solve this file' }).click()
    await page.getByRole('alert').getByText(words).waitFor()
    await page.getByRole('button', { name: 'Choose another' }).click()
  }
  const dropped = await transferOf(page, [gridAt(1), '53..7x', gridAt(3)].join('\n'))
  const place = page.getByRole('group', { name: 'A file of puzzles' })
  await place.waitFor()
  await drawn(page)
  await place.dispatchEvent('dragover', { dataTransfer: dropped })
  await place.dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByText('dropped.txt').waitFor()
  await page.getByRole('button', { name: 'Solve this file' }).click()
  await stateIs(page, 'completed')
  await rowOf(page, 3).getByText(solutionAt(3)).waitFor()
  await eventually(() => rowOf(page, 2).textContent()).toMatch(
    /invalid.*line 2, 16, 36, 81, 256, 625 or 1296 cells are needed, 6 are there/,
  )
})

longInBrowser('a part that cannot be sent is named, others are stopped, and the upload goes on', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'upload-'))
  const path = join(folder.path, 'many.txt')
  await writeFile(path, `${MANY}\n${MANY}`)
  const page = await open('#/bulk', { expected: /Failed to load resource|ERR_FAILED/, isHurried: true })
  const isFirstIn = page.waitForResponse('**/parts/1*')
  await page.route('**/parts/2*', async (route) => {
    await isFirstIn
    await route.abort()
  })
  await page.route('**/parts/3*', () => {})
  const isThirdStopped = page.waitForEvent('requestfailed', (request) => /parts\/3/.test(request.url()))
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles(path)
  await page.getByRole('button', { name: 'Solve this file' }).click()
  const id = await jobShown(page)
  cancelledAtEnd(id)
  const card = page.getByRole('region', { name: 'Upload' })
  await card.getByText('Part 2 could not be sent.').waitFor()
  await isThirdStopped
  // The parts that are in are solved meanwhile.
  await eventually(() => page.locator('[data-count=solved]').textContent()).toBe('56,097')

  // What is there is not sent again, and nor is what cannot be read.
  const put: string[] = []
  page.on('request', (request) => put.push(...(/parts\/(\d+)/.exec(request.url())?.slice(1) ?? [])))
  const goOn = card.getByRole('button', { name: 'Go on' })
  const isSentAgain = page.waitForRequest('**/parts/2*')
  await goOn.click()
  await isSentAgain
  await card.getByText('Part 2 could not be sent.').waitFor()
  expect(put).not.toContain('1')
  await page.unrouteAll()
  await rename(path, join(folder.path, 'elsewhere.txt'))
  await goOn.click()
  await page.getByRole('alert').getByText('This file cannot be read any more').waitFor()
  await goOn.waitFor({ state: 'detached' })
  await chooseFile(page, 'Choose the same file again', { name: 'many.txt', text: `${MANY}\n${MANY}` })
  await stateIs(page, 'completed')
  expect((await client().getJob(id)).counts).toMatchObject({ total: 140_000, solved: 140_000 })
})

longInBrowser('who leaves while a file is on its way is asked; the same file chosen again goes on', async () => {
  const page = await open('#/bulk', { expected: /Failed to load resource/ })
  await page.route('**/parts/2*', () => {})
  const id = await solveFile(page, { name: 'many.txt', text: MANY })
  cancelledAtEnd(id)
  await page.getByText(/4.6 MB of 5.7 MB, 1 part/).waitFor()
  const asking = page.waitForEvent('dialog')
  const reloading = page.reload()
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloading
  await page.unroute('**/parts/2*')

  await page.getByText('This job waits for the rest of its file').waitFor()
  await page.getByText('Drop many.txt here again').waitFor()
  await chooseFile(page, 'Choose the same file again', { name: 'wrong.txt', text: 'x'.repeat(6_000_000) })
  await page.getByRole('alert').getByText('no place to cut').waitFor()
  await chooseFile(page, 'Choose the same file again', { name: 'other.txt', text: `${gridAt(5)}\n${MANY}` })
  await page.getByRole('alert').getByText('The part is there already, with other content').waitFor()
  await page.getByText('That looks like another file').waitFor()
  await chooseFile(page, 'Choose the same file again', { name: 'many.txt', text: MANY })
  await stateIs(page, 'completed')
  expect((await client().getJob(id)).counts).toMatchObject({ total: 70_000, solved: 70_000 })
})
