import { SAMPLES, WRONG } from '../input/samples.ts'
import { browserForFile, inBrowser } from './browser.ts'
import { cell, shows } from './grid-on-page.ts'

const { open } = browserForFile()

const EMPTY = '.'.repeat(81)

inBrowser(
  'every form that people copy is read on one page, and what is wrong is said',
  { tags: ['long'] },
  async () => {
    const page = await open('', { permissions: ['clipboard-read', 'clipboard-write'] })
    const paste = async (text: string) => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
      await page.keyboard.press('Control+v')
    }
    await cell(page, 5, 5).click()
    for (const [, text, [first, ...others]] of SAMPLES) {
      // Several go on to Bulk, which is its own test's.
      if (others.length > 0) continue
      await paste(text)
      await shows(page, first)
      await page.keyboard.press('Control+z')
      await shows(page, EMPTY)
    }
    for (const [, text, said] of WRONG) {
      // Nothing copied is nothing pasted; and this page can show the rules of its own links.
      if (text === '' || text.includes('rules=diagonal')) continue
      await paste(text)
      await page.locator('main').getByText(said).first().waitFor()
      await shows(page, EMPTY)
    }
  },
)
