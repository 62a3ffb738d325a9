import type { Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { createClient } from '../../shared/client/client.ts'
import { GRID, SEVERAL, SOLUTION } from '../api/grids.ts'

/** Steps of the tests of the bulk view, on the page and around it. */

const TEXT = 'text/plain'

/** A grid and its solution with other digits: nine of them, over and over. */
export const gridAt = (line: number) => relabelled(GRID, line)
export const solutionAt = (line: number) => relabelled(SOLUTION, line)
const relabelled = (text: string, by: number) =>
  text.replace(/[1-9]/g, (digit) => String(((Number(digit) + by) % 9) + 1))

/** Puzzles with ids; every hundredth has several solutions, and every thousandth is none. */
export function ndjsonOf(count: number): string {
  const rows = Array.from({ length: count }, (_, i) => JSON.stringify({ id: `p${i + 1}`, puzzle: puzzleAt(i + 1) }))
  return rows.join('\n')
}
function puzzleAt(line: number): string {
  if (line % 1000 === 0) return 'no puzzle'
  return line % 100 === 0 ? SEVERAL : gridAt(line)
}

export interface Sent {
  readonly name: string
  readonly text: string | Uint8Array
}

/** Chooses a file as a user does, and has it solved; gives the id of its job. */
export async function solveFile(page: Page, { name, text }: Sent): Promise<string> {
  await chooseFile(page, 'Choose a file', { name, text })
  await page.getByRole('button', { name: 'Solve on the service' }).click()
  return jobShown(page)
}

export async function chooseFile(page: Page, button: string, { name, text }: Sent): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await choosing).setFiles({ name, mimeType: TEXT, buffer: Buffer.from(text) })
}

/** The job that the page shows. */
export async function jobShown(page: Page): Promise<string> {
  await page.waitForURL(/#\/files\/[^?]+/)
  return /#\/files\/([^?]+)/.exec(page.url())?.[1] ?? ''
}

export const stateIs = (page: Page, state: string) => page.locator('main header .badge', { hasText: state }).waitFor()
export const resultsOn = (page: Page) => page.getByRole('grid', { name: 'Results' })
/** The row of a line, once it is there; another row's cell may hold the same number, as its count of backtracks. */
export const rowOf = (page: Page, line: number) =>
  resultsOn(page)
    .getByRole('row')
    .filter({ has: page.locator('.line-column').getByText(line.toLocaleString('en'), { exact: true }) })

/** Asks the service beside the page. */
export const client = () => createClient({ url: inject('serviceUrl') })
type Client = ReturnType<typeof createClient>

/** Submits puzzles beside the page. What still runs when the test ends is cancelled, for those that follow. */
export async function submit(lines: readonly string[], options: Parameters<Client['createJob']>[1] = {}) {
  const { id } = await client().createJob(lines.join('\n'), options)
  cancelledAtEnd(id)
  return id
}
export function cancelledAtEnd(id: string): void {
  onTestFinished(async () => {
    await client()
      .cancelJob(id)
      .catch(() => {})
  })
}

/** Waits beside the page until a job has ended. */
export async function endOf(id: string) {
  const jobs = await Array.fromAsync(client().watchJob(id))
  return jobs[jobs.length - 1]
}
