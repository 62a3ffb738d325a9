import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Locator } from 'playwright-core'
import { expect, inject } from 'vitest'
import { type LocalService, startLocal } from '../../infra/local.ts'
import { createClient } from '../../shared/client/client.ts'
import { MAX_BACKTRACK_LIMIT } from '../../shared/job/limits.ts'
import { GRID, SLOW } from '../api/grids.ts'
import {
  browserForFile,
  drawn,
  eventually,
  expectOpenToAll,
  goTo,
  inBrowser,
  longInBrowser,
  transferOf,
  visit,
} from './browser.ts'
import {
  cancelledAtEnd,
  chooseFile,
  client,
  endOf,
  gridAt,
  jobShown,
  ndjsonOf,
  rowOf,
  solutionAt,
  solveFile,
  stateIs,
  submit,
} from './bulk-page.ts'
import { ENDLESS, INKALA } from './page-grids.ts'

const { open } = browserForFile()

longInBrowser('my jobs are listed, newest first, twenty at a time, and those that run get on', async () => {
  // Its own, where no other test's jobs are newer.
  await using service = await startLocal({ log: () => {} })
  const client = createClient(service)
  await Promise.all(Array.from({ length: 20 }, () => client.createJob(GRID)))
  const { id: first } = await client.createJob(`${gridAt(1)}\n${gridAt(2)}`)
  await Array.fromAsync(client.watchJob(first))
  const page = await open('', service)
  const options = { strategy: 'brute-force', backtrackLimit: MAX_BACKTRACK_LIMIT } as const
  const { id: second } = await client.createJob(`${ENDLESS}\n`.repeat(40), options)
  await goTo(page, 'Files')
  const region = page.getByRole('region', { name: 'Jobs', exact: true })
  const items = region.getByRole('listitem')
  const itemOf = (id: string) => items.filter({ hasText: id.slice(0, 8) })
  await itemOf(second).getByText('running').waitFor()
  await expectOpenToAll(page)
  await eventually(() => itemOf(second).textContent()).toContain('0 of 40')
  await eventually(() => itemOf(first).textContent()).toMatch(/completed.*Bit-parallel.*2 solved/)
  const heads = (await items.allTextContents()).slice(0, 2)
  expect([heads[0].includes(second.slice(0, 8)), heads[1].includes(first.slice(0, 8))]).toEqual([true, true])
  await eventually(() => items.count()).toBe(20)
  await page.getByRole('button', { name: 'Show more' }).click()
  await items.nth(21).waitFor()

  await client.cancelJob(second)
  await itemOf(second).getByText('40 cancelled').waitFor()
  // What was broken off has no speed, and nothing of it is finished.
  await itemOf(second).getByRole('link').click()
  await page.getByText('No search was finished.').waitFor()
  expect(await page.getByLabel('Puzzles done').evaluate((bar: HTMLProgressElement) => bar.value)).toBe(0)
  expect(await page.getByText('Speed', { exact: true }).count()).toBe(0)
  await page.getByRole('link', { name: 'All jobs' }).click()
  await itemOf(first).getByRole('link').click()
  await stateIs(page, 'completed')
  await page.getByRole('link', { name: 'All jobs' }).click()
  await items.first().waitFor()
})

longInBrowser('a job that nobody has, that has expired, or ended before it was cancelled says so', async () => {
  const page = await open('#/files/nothing', { expected: /404|409/ })
  await page.getByText('There is no job with this address.').waitFor()
  await page.getByRole('link', { name: 'All jobs' }).click()
  await page.getByRole('heading', { name: 'Solve a file of puzzles' }).waitFor()

  const { id: empty } = await client().createJob({ open: true })
  await client().cancelJob(empty)
  await visit(page, `#/files/${empty}`)
  await page.getByText('No puzzle came before it ended.').waitFor()

  const job = await endOf(await submit([GRID]))
  let state: string = 'expired'
  await page.route(`**/jobs/${job.id}`, (route) => route.fulfill({ json: { ...job, state } }))
  await visit(page, `#/files/${job.id}`)
  await page.getByText('This job has expired.').waitFor()
  state = 'running'
  await page.reload()
  await page.route('**/cancel', (route) => {
    state = 'completed'
    return route.continue()
  })
  await page.getByRole('button', { name: 'Cancel this job' }).click()
  const refused = page.waitForResponse('**/cancel')
  await page.getByRole('button', { name: 'Cancel the job' }).click()
  expect((await refused).status()).toBe(409)
  await stateIs(page, 'completed')
  await page.getByRole('alert').waitFor({ state: 'detached' })
})

longInBrowser('where the service is away the page says so, and goes on once it is back', async () => {
  const id = await submit([GRID, ...Array(4).fill(ENDLESS)], { strategy: 'brute-force' })
  const page = await open(`#/files/${id}`, { expected: /Failed to load resource/, isHurried: true })
  await rowOf(page, 1).getByText('solved').waitFor()
  // It would try again by itself after five seconds: hurried, before anybody has pressed the button.
  const timers = await page.evaluateHandle(() => {
    const { setTimeout } = window
    const held: (() => void)[] = []
    const waiting = (run: () => void, ms = 0) => (ms < 5000 ? setTimeout(run, ms) : -held.push(run))
    Object.assign(window, { setTimeout: waiting })
    return { letGo: () => Object.assign(window, { setTimeout }) && held.map((run) => run()) }
  })
  await page.route('**/jobs/**', (route) => route.abort())
  // The poll that is held meanwhile ends as well.
  await client().cancelJob(id)
  const trouble = page.getByRole('alert').filter({ hasText: 'The service does not answer.' })
  await trouble.first().waitFor()
  await eventually(() => page.locator('[data-count=solved]').textContent()).toBe('1')
  await page.unroute('**/jobs/**')
  await trouble.first().getByRole('button', { name: 'Try again' }).click()
  // The client's own retries wait as long, too, and so may what has another button.
  await timers.evaluate(({ letGo }) => void letGo())
  await stateIs(page, 'cancelled')
  await trouble.first().waitFor({ state: 'detached' })
})

/** Kills whatever works, again and again, until nothing of a job is left to be tried. */
async function failed(id: string, service: LocalService): Promise<number> {
  for (;;) {
    for (const pid of service.workerPids()) process.kill(pid, 'SIGKILL')
    const { counts } = await createClient({ url: service.url }).getJob(id)
    if (counts.pending === 0) return counts.failed
  }
}

longInBrowser('failed puzzles are sent again', async () => {
  await using service = await startLocal({ timeScale: 0, log: () => {} })
  const { id } = await createClient(service).createJob({ strategy: 'brute-force', puzzles: Array(20).fill(SLOW) })
  const count = await failed(id, service)
  expect(count).toBeGreaterThan(0)
  const page = await open(`#/files/${id}`, service)
  await rowOf(page, 12).getByText('failed').waitFor()
  await page.getByRole('button', { name: `Try ${count} failed puzzle` }).click()
  await eventually(() => page.locator('[data-count=solved]').textContent()).toBe('20')
  await stateIs(page, 'completed')
  // With the last row the page has all that it asks for: the service ends with this test.
  await rowOf(page, 20).getByText('solved').waitFor()
  await eventually(() => page.getByRole('button', { name: /failed/ }).count()).toBe(0)
})

/** More than one part holds: a part is 5 MB of text. */
const MANY = Array.from({ length: 70_000 }, (_, i) => gridAt(i)).join('\n')

inBrowser('a file is solved in the browser to the letter as by the service, and nothing of it is sent', async () => {
  const page = await open('#/files')
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

longInBrowser('the time of a job is that of the service, also where the clock of this machine is wrong', async () => {
  const page = await open('#/files')
  await page.addInitScript(() => {
    const { now } = Date
    Date.now = () => now() + 3_600_000
  })
  const { id } = await client().createJob({ open: true })
  cancelledAtEnd(id)
  await client().putPart(id, 1, new TextEncoder().encode(GRID))
  await page.goto(`${inject('serviceUrl')}/?clock#/files/${id}`)
  const time = page.locator('dt', { hasText: /^Time$/ }).locator('+ dd')
  await eventually(() => time.textContent()).toMatch(/^(less than )?[\d.]+ s$/)
})

longInBrowser('a file that is stopped here keeps what is solved, and starts again without being chosen', async () => {
  const page = await open('#/files?strategy=brute-force&include=rating')
  // Others of one block would wait for the endless ones.
  const text = `${GRID}\n`.repeat(4) + `${ENDLESS}\n`.repeat(400)
  await chooseFile(page, 'Choose a file', { name: 'slow.txt', text })
  await page.getByRole('button', { name: 'Solve it in this browser' }).click()
  const card = page.getByRole('region', { name: /^slow.txt, (being solved in this browser|stopped)$/ })
  // It is led to, as the form that was pressed is gone; and half of it is never solved.
  await card.and(page.locator(':focus')).waitFor()
  const bar = card.getByRole('progressbar')
  await eventually(() => bar.evaluate(({ position }: HTMLProgressElement) => position)).toBeGreaterThan(0)
  expect(await bar.evaluate(({ position }: HTMLProgressElement) => position)).toBeLessThanOrEqual(0.5)
  await card.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('heading', { name: 'slow.txt, stopped' }).waitFor()
  await card.getByRole('button', { name: /^Save what is solved/ }).waitFor()
  await card.getByRole('button', { name: 'Start again' }).click()
  await card.getByRole('button', { name: 'Stop' }).click()
})

longInBrowser('puzzles can be pasted, and are solved as the address asks', async () => {
  const page = await open('#/files?fileRules=diagonal')
  await page.getByLabel('Strategy', { exact: true }).selectOption('brute-force')
  await page.getByLabel('Look for').selectOption('1')
  await page.waitForURL(/fileRules=diagonal&strategy=brute-force&solutions=1/)
  await page.reload()
  await eventually(() => page.getByLabel('Strategy', { exact: true }).inputValue()).toBe('brute-force')
  await page.getByLabel('Rules').selectOption('classic')
  await page.waitForURL((url) => !url.hash.includes('fileRules'))
  await page.getByRole('button', { name: 'Paste puzzles' }).click()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.insertText(`${gridAt(8)}\n${gridAt(8)}`)
  // Typed or taken, they are there after a reload.
  for (const _ of ['typed', 'taken']) {
    await page.reload()
    await eventually(() => page.getByLabel('Puzzles', { exact: true }).inputValue()).toMatch(/^.{81}\n.{81}$/)
    await page.getByRole('button', { name: 'Take these' }).click()
    await page.getByRole('button', { name: 'Solve on the service' }).waitFor()
  }
  // What each result is to have besides is said beside its box, over the whole width.
  const boxes = page.getByRole('group', { name: 'Include in each result' }).getByRole('checkbox')
  const lefts = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().left))
  expect(new Set(lefts).size).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  const { options, backtracks } = await endOf(await jobShown(page))
  expect(options).toMatchObject({ strategy: 'brute-force', rules: 'classic', solutions: 1 })
  expect(backtracks.sum).toBe(2 * 4157)
})

longInBrowser('the request for a file can be run as it stands, whatever its name and however long it is', async () => {
  const page = await open('#/files?strategy=singles&include=minimal,total')
  // A quote would end the shell's text.
  const file = { name: "it's.txt", text: `${GRID}\n`.repeat(1000) }
  await chooseFile(page, 'Choose a file', file)
  await page.getByText('The same by the API').click()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'request-'))
  const answerTo = async (chosen: typeof file, include: string[]) => {
    await writeFile(join(folder.path, chosen.name), chosen.text)
    const command = await page.locator('pre').textContent()
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s`], { cwd: folder.path })
    const job = JSON.parse(stdout)
    cancelledAtEnd(job.id)
    expect(job.options).toMatchObject({ strategy: 'singles', solutions: 2, ...(include.length && { include }) })
    return job
  }
  expect((await answerTo(file, ['minimal', 'total'])).counts.total).toBe(1000)
  // One request does not take so many. Where nothing is included they are 80 messages, and not 4,000, for which all
  // other tests would wait.
  await page.getByRole('button', { name: 'Choose another' }).click()
  await visit(page, '#/files?strategy=singles')
  const long = { name: "it's long.txt", text: file.text.repeat(80) }
  await chooseFile(page, 'Choose a file', long)
  await page.getByText('The same by the API').click()
  expect(await answerTo(long, [])).toMatchObject({ parts: 4, counts: { total: 80_000 } })
})

/** Where the text of an element begins and ends, in pixels from the left. */
const textEnds = (where: Locator) =>
  where.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { left, right } = range.getBoundingClientRect()
    return [left, right]
  })

longInBrowser('what cannot be solved is said at once, and nothing is offered that cannot help', async () => {
  const page = await open('#/files', { expected: /ERR_INTERNET_DISCONNECTED|Failed to load/ })
  await page.getByRole('heading', { name: 'Jobs' }).waitFor()
  for (const [text, words] of [
    ['\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR', 'wrong.png is not a text file'],
    ['', 'wrong.png is empty'],
    ['# nothing\n\n', 'wrong.png has no puzzle.'],
    [gzipSync(GRID).subarray(0, -9), /wrong.png: the gzip file is broken: .*[^.]\.$/],
  ] as const) {
    await chooseFile(page, 'Choose a file', { name: 'wrong.png', text })
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await page.getByRole('button', { name: /Try again|Solve on the service/ }).count()).toBe(0)
  }
  // Where no puzzle could be searched nobody has to wait for anything; and the job's webhook is named.
  const webhook = { url: 'http://127.0.0.1:9/told', secret: `whsec_${btoa('a secret of 24 bytes or more')}` }
  const { id } = await client().createJob({ puzzles: ['none', 'neither'], webhook })
  await endOf(id)
  await visit(page, `#/files/${id}`)
  await page.getByText('No puzzle was searched.').waitFor()
  const told = page.getByText(`${webhook.url} was told `)
  await eventually(async () => {
    if (!(await told.isVisible())) await page.reload()
    return told.isVisible()
  }).toBe(true)
  await told.click()
  await page
    .getByText(/: no answer \(.*\), after /)
    .first()
    .waitFor()
  // A mark at the end of the axis does not run into the head of the column beyond it.
  await visit(page, `#/files/${await submit([GRID, INKALA])}`)
  const [mark, head] = ['.log-axis span:last-child', '.histogram thead th:last-child'].map((part) => page.locator(part))
  await mark.filter({ hasText: '10' }).waitFor()
  const [, ends] = await textEnds(mark)
  const [begins] = await textEnds(head)
  expect(begins - ends).toBeGreaterThan(4)
  // A machine that is offline does not ask five times before it says so.
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname))
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'All jobs' }).click()
  await page.getByRole('alert').getByText('The service does not answer.').waitFor()
  expect(failed.filter((path) => path === '/jobs')).toHaveLength(1)
})

longInBrowser('a dropped file is solved, and a bad line says why', async () => {
  const page = await open('#/files')
  const dropped = await transferOf(page, [gridAt(1), '53..7x', gridAt(3)].join('\n'))
  const place = page.getByRole('group', { name: 'A file of puzzles' })
  await place.waitFor()
  await drawn(page)
  await place.dispatchEvent('dragover', { dataTransfer: dropped })
  await place.dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByText('dropped.txt', { exact: true }).waitFor()
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  await stateIs(page, 'completed')
  // On the page itself a part of 5 MB took up to 450 ms in which nothing could be drawn.
  expect(workers).toContainEqual(expect.stringMatching(/parts-worker/))
  await eventually(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('dropped.txt')
  await eventually(() => page.locator('[data-count]').allTextContents()).toEqual(['2', '1'])
  await rowOf(page, 3).getByText(solutionAt(3)).waitFor()
  await eventually(() => rowOf(page, 2).textContent()).toMatch(
    /invalid.*6 cells are there, and 16, 36, 81, 256, 625 or 1296 are needed/,
  )
})

longInBrowser('a part that cannot be sent is named, others are stopped, and the upload goes on', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'upload-'))
  const path = join(folder.path, 'many.txt')
  await writeFile(path, `${MANY}\n${MANY}`)
  const page = await open('#/files', { expected: /Failed to load resource|ERR_FAILED/, isHurried: true })
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
  await page.getByRole('button', { name: 'Solve on the service' }).click()
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
  const page = await open('#/files', { expected: /Failed to load resource/ })
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
