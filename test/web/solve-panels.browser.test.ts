// @module-tag long

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { parsePuzzle } from '../../shared/sudoku/rules/puzzle.ts'
import { strategies } from '../../shared/sudoku/search/strategies.ts'
import { solve } from '../../shared/sudoku/search/strategy.ts'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, saved } from './browser.ts'
import { board, button, CLIPBOARD, heard, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const puzzleOn = (page: Page) =>
  page.evaluate(() => new URLSearchParams(location.hash.split('?')[1]).get('puzzle') ?? '')

inBrowser('a new puzzle of the kind, size and difficulty that were asked for comes on the board', async () => {
  const page = await open('#/solve')
  await page.getByText('New puzzle').click()
  await page.locator('#new-size').selectOption('6×6')
  await page.locator('#new-rules').selectOption('Diagonal')
  await page.getByLabel('Difficulty').selectOption('Easy')
  await button(page, 'Make').click()
  await heard(page, 'A new puzzle is on the board.')
  await page.waitForURL(/puzzle=.*rules=diagonal/)
  const puzzle = parsePuzzle(await puzzleOn(page), 'diagonal', 6)
  if (!puzzle.ok) throw new Error(puzzle.error)
  const { end, counts } = solve(strategies['exact-cover'], puzzle.value, { solutions: 2, backtrackLimit: 1e6 })
  expect([end, counts.solutionCount]).toEqual(['exhausted', 1])
  await page.getByRole('heading', { name: 'One solution. Easy.' }).waitFor()
  await page.getByLabel('Givens').fill('0')
  await button(page, 'Make').click()
  await page.getByRole('alert').getByText('0 clues not reached').waitFor()
  // Many go to Bulk as a file.
  await page.locator('#new-rules').selectOption('classic')
  await page.getByLabel('Givens').fill('16')
  await page.getByLabel('How many').fill('12')
  await button(page, 'Make').click()
  await page.getByText('12 new puzzles.txt').waitFor()
  await button(page, 'Solve this file').click()
  await page.getByRole('grid', { name: 'Results' }).getByText('solved').nth(11).waitFor()
})

inBrowser('the board leaves as text, as pictures and on paper', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`, CLIPBOARD)
  await page.getByText('Save and print').click()
  const text = page.getByLabel('The puzzle as text')
  await eventually(() => text.inputValue()).toBe(GRID)
  for (const form of ['rows', 'grid', 'numbers']) {
    await page.getByLabel('As text', { exact: true }).selectOption(form)
    await button(page, 'Copy text').click()
    await heard(page, 'The text is copied.')
    // A text that goes out comes in again.
    await button(page, 'Clear').click()
    await shows(page, '.'.repeat(81))
    await board(page).getByRole('gridcell').first().click()
    await page.keyboard.press('Control+v')
    await shows(page, GRID)
  }
  await page.getByLabel('As text', { exact: true }).selectOption('grid')
  await eventually(async () => (await text.inputValue()).split('\n').slice(0, 4)).toEqual([
    '5 3 . | . 7 . | . . .',
    '6 . . | 1 9 5 | . . .',
    '. 9 8 | . . . | . 6 .',
    '------+-------+------',
  ])
  const svg = `${(await saved(page, 'Save SVG')).bytes}`
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
  expect(svg.match(/font-weight="700"/g)).toHaveLength(30)
  expect(svg.match(/font-style="italic"/g)).toHaveLength(51)
  const { bytes: png } = await saved(page, 'Save PNG')
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([720, 720])

  // A sheet has as many puzzles as were asked for, and nothing else of the page.
  await page.evaluate(() => {
    window.print = () => {
      window.name = [...document.querySelectorAll('.sheet figure')].map((figure) => figure.textContent).join('|')
      dispatchEvent(new Event('afterprint'))
    }
  })
  for (const count of [1, 2, 4, 6]) {
    await page.getByLabel('Puzzles on a sheet').selectOption(`${count}`)
    await button(page, 'Print').click()
    const printed = () => page.evaluate(() => window.name.split('|'))
    await eventually(async () => (await printed()).length).toBe(count)
    for (const words of await printed()) expect(words).toMatch(/30 givens$/)
    await eventually(() => page.locator('.sheet').count()).toBe(0)
    await button(page, 'Print').waitFor()
  }
})

inBrowser('a large grid is zoomed and moved on a phone, and its cells are hit by a finger', async () => {
  const page = await open('#/solve?size=25', {
    viewport: { width: 320, height: 568 },
    hasTouch: true,
    isMobile: true,
  })
  const cellOf = (name: string) => board(page).getByRole('gridcell', { name })
  const width = async () => (await cellOf('row 1 column 1,').boundingBox())?.width ?? 0
  expect(await width()).toBeGreaterThanOrEqual(24)
  await button(page, '+ Zoom in').tap()
  await eventually(width).toBeGreaterThanOrEqual(36)
  await cellOf('row 25 column 25,').tap()
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'P', exact: true }).tap()
  await board(page).getByRole('gridcell', { name: 'row 25 column 25, given P' }).waitFor()
  await button(page, '− Zoom out').tap()
  await button(page, '− Zoom out').tap()
  await page.getByText('Whole grid').waitFor()
  await eventually(width).toBeLessThan(13)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)

  // A tablet held upright shows all of it at once.
  await page.setViewportSize({ width: 768, height: 1024 })
  await button(page, '+ Zoom in').tap()
  await page.getByText('100 %').waitFor()
  const hidden = () =>
    page.locator('.board-place').evaluate((place) => [place.scrollWidth, place.scrollHeight, place.clientHeight])
  await eventually(hidden).toEqual(Array(3).fill((await hidden())[0]))
  expect(await width()).toBeGreaterThanOrEqual(24)
})
