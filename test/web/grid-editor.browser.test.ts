import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { GRID } from '../api/grids.ts'
import { browserForFile, eventually, inBrowser, longInBrowser } from './browser.ts'
import { board, button, CLIPBOARD, cell, heard, sharedAddress, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const names = (locator: Locator) => locator.getAttribute('aria-label')

inBrowser('the keyboard walks through the grid from one tab stop, and writes where it is', async () => {
  const page = await open()
  await cell(page, 1, 1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('5')
  await board(page).getByRole('gridcell', { name: 'row 3 column 2, given 5' }).waitFor()
  await eventually(() => board(page).locator('[tabindex="0"]').count()).toBe(1)
  await page.keyboard.press('End')
  await page.keyboard.press('7')
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('1')
  await eventually(() => names(cell(page, 3, 9))).toBe('row 3 column 9, given 7')
  await eventually(() => names(cell(page, 1, 1))).toBe('row 1 column 1, given 1')
  // Tab leads on from the cursor, once the focus has followed it.
  await cell(page, 1, 2).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('group', { name: 'Keypad' }).locator(':focus').waitFor()
})

longInBrowser('a puzzle is typed row by row as it is printed, from the moment the page is there', async () => {
  const page = await open()
  await board(page).locator(':focus').waitFor()
  await page.keyboard.type(GRID.slice(0, 60))
  await shows(page, GRID.slice(0, 60).padEnd(81, '.'))
  // One too many, and one that was wrong: back, as in a text.
  await page.keyboard.type('7')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(GRID.slice(60).replaceAll('.', ' '))
  await shows(page, GRID)
  await cell(page, 9, 9).and(page.locator(':focus')).waitFor()
})

longInBrowser('what is written is undone and done again, by keys and by buttons', async () => {
  const page = await open()
  await cell(page, 1, 1).click()
  await page.keyboard.type('12')
  await shows(page, '12'.padEnd(81, '.'))
  for (const [key, left] of [
    ['Control+z', '1'],
    ['Control+z', ''],
    ['Control+Shift+Z', '1'],
    ['Control+y', '12'],
    ['Undo', '1'],
    ['Redo', '12'],
    ['Clear', ''],
    ['Undo', '12'],
  ]) {
    if (key.startsWith('Control')) await page.keyboard.press(key)
    else await button(page, key).click()
    await shows(page, left.padEnd(81, '.'))
  }
})

longInBrowser('the keypad writes into the cell at the cursor, and the focus goes on with it', async () => {
  const page = await open('#/solve?size=16')
  await cell(page, 2, 3).click()
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'G' }).click()
  await board(page).getByRole('gridcell', { name: 'row 2 column 3, given G' }).waitFor()
  await cell(page, 2, 4).and(page.locator(':focus')).waitFor()
  // Both keys come before the page has painted once, as with a busy processor: what is said last is about the last one.
  await page.evaluate(async () => {
    for (const key of ['b', 'h']) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      await new Promise((done) => setTimeout(done))
    }
  })
  await board(page).getByRole('gridcell', { name: 'row 2 column 4, given B' }).waitFor()
  const words = '“h” is no digit of a 16×16 grid: its digits are 1 to 9 and A to G.'
  await page.locator('main').getByText(words).waitFor()
  await heard(page, words)
  await button(page, 'Leave empty').click()
  await button(page, 'Erase').click()
  await button(page, 'Erase').click()
  await board(page).getByRole('gridcell', { name: 'row 2 column 4, empty' }).waitFor()
  await board(page).getByRole('gridcell', { name: 'row 2 column 3, given G' }).waitFor()
})

longInBrowser('what clashes is tinted and said in words, as it is typed, until it is mended', async () => {
  const page = await open()
  await cell(page, 1, 1).click()
  await page.keyboard.press('5')
  await cell(page, 2, 1).click()
  await page.keyboard.press('7')
  await cell(page, 1, 4).click()
  await page.keyboard.press('5')
  const words = '5 stands twice in row 1, at columns 1 and 4.'
  await page.locator('main').getByText(words).waitFor()
  await heard(page, words)
  await eventually(() => names(cell(page, 1, 1))).toBe('row 1 column 1, given 5, clashes')
  const tint = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color)
  expect(await tint(cell(page, 1, 1))).toBe(await tint(cell(page, 1, 4)))
  expect(await tint(cell(page, 1, 1))).not.toBe(await tint(cell(page, 2, 1)))
  await page.keyboard.press('Backspace')
  await heard(page, 'Nothing clashes any more.')
  await page.locator('main').getByText(words).waitFor({ state: 'detached' })
  await eventually(() => names(cell(page, 1, 1))).toBe('row 1 column 1, given 5')
})

longInBrowser(
  'even and odd cells are marked by a key and by a button, and lose their marks with the rules',
  async () => {
    const page = await open('#/solve?rules=even')
    await cell(page, 1, 1).click()
    await page.keyboard.press('e')
    await board(page).getByRole('gridcell', { name: 'row 1 column 1, empty, even digit only' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await button(page, 'Mark even').click()
    await board(page).getByRole('gridcell', { name: 'row 1 column 2, empty, even digit only' }).waitFor()
    await eventually(() => button(page, 'Mark even').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('3')
    await page.getByLabel('Rules').selectOption('Odd cells')
    await board(page).getByRole('gridcell', { name: 'row 1 column 1, empty', exact: true }).waitFor()
    await shows(page, '..3'.padEnd(81, '.'))
    await cell(page, 1, 1).click()
    await page.keyboard.press('O')
    await board(page).getByRole('gridcell', { name: 'row 1 column 1, empty, odd digit only' }).waitFor()
  },
)

inBrowser('a grid of any size has its cells, and can be undone', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`)
  for (const size of [25, 16, 6, 4]) {
    await page.getByLabel('Size').selectOption(`${size}×${size}`)
    await shows(page, '.'.repeat(size * size))
    await eventually(() => board(page).getByRole('row').count()).toBe(size)
    await cell(page, size, size).click()
    await page.keyboard.press('1')
    await cell(page, size, size).and(page.getByLabel('given 1')).waitFor()
    await page.keyboard.press('Control+z')
    await page.keyboard.press('Control+z')
    await shows(page, GRID)
  }
})

longInBrowser('examples are put on the board, and named there', async () => {
  const page = await open()
  const picker = page.getByLabel('Example')
  await picker.selectOption('Inkala 2010')
  await shows(page, '..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..')
  await picker.selectOption('Large (16×16)')
  await eventually(() => board(page).getByRole('row').count()).toBe(16)
  await picker.selectOption('Devadas, even (even)')
  await board(page)
    .getByRole('gridcell', { name: /^row 1 column 7, .*even digit only/ })
    .waitFor()
  await eventually(() => page.getByLabel('Rules').inputValue()).toBe('even')
  await cell(page, 1, 1).click()
  await page.keyboard.press('Backspace')
  await eventually(() => picker.inputValue()).toBe('')
})

longInBrowser(
  'rules with units of their own are drawn, said and explained, and chosen where their size is',
  async () => {
    const page = await open('#/solve')
    await page.getByLabel('Rules').selectOption('Windoku')
    await heard(page, 'Windoku rules. Four windows (rows and columns 2–4 and 6–8) hold every digit once, too.')
    await board(page).getByRole('gridcell', { name: 'row 2 column 4, empty, in a window' }).waitFor()
    await board(page).getByRole('gridcell', { name: 'row 2 column 5, empty', exact: true }).waitFor()
    expect(await board(page).getByRole('gridcell', { name: 'in a window' }).count()).toBe(36)
    await cell(page, 2, 2).click()
    await page.keyboard.press('5')
    await cell(page, 4, 4).click()
    await page.keyboard.press('5')
    await page.getByText('5 stands twice in window 1, at row 2 column 2 and row 4 column 4.').first().waitFor()
    expect(await page.getByLabel('Size').locator('option:not([disabled])').allTextContents()).toEqual(['9×9'])
    await page.getByLabel('Rules').selectOption('Diagonal')
    await board(page).getByRole('gridcell', { name: 'row 1 column 9, empty, on a diagonal' }).waitFor()
    await page.getByLabel('Size').selectOption('4×4')
    const unknown = ['Windoku', 'Anti-knight', 'Anti-king', 'Non-consecutive']
    expect(await page.getByLabel('Rules').locator('option[disabled]').allTextContents()).toEqual(unknown)
  },
)

longInBrowser('the link to share is copied, and shows the same elsewhere', async () => {
  const page = await open('#/solve?rules=diagonal&strategy=singles&solutions=10', CLIPBOARD)
  await cell(page, 1, 1).click()
  await page.keyboard.press('8')
  const address = await sharedAddress(page)
  // As the address bar comes to say, too.
  await page.waitForURL(({ hash }) => hash === address)
  const other = await open(address)
  await shows(other, '8'.padEnd(81, '.'))
  await eventually(() => other.getByLabel('Rules').inputValue()).toBe('diagonal')
  await other.getByText('Strategy and request').click()
  await eventually(() => other.getByLabel('Strategy').inputValue()).toBe('singles')
  await eventually(() => other.getByLabel('Look for').inputValue()).toBe('10')
})

longInBrowser('the link to share is shown to be copied by hand where there is no clipboard', async () => {
  const page = await open(`#/solve?puzzle=${GRID}`, { viewport: { width: 390, height: 600 } })
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await button(page, 'Copy link').click()
  const field = page.getByLabel('Copy this link')
  // Where it is seen at once, and not below the edge of a phone, which it may touch.
  await eventually(async () => (await field.boundingBox())?.y ?? 0).toBeGreaterThan(0)
  await eventually(async () => ((await field.boundingBox())?.y ?? 600) + 40).toBeLessThanOrEqual(600)
  await eventually(() => field.inputValue()).toContain(GRID)
  await eventually(() => page.evaluate(() => getSelection()?.toString())).toContain(GRID)
})
