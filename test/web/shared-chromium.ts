import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser that all tests share listens; null where this machine has none. */
    chromium: string | null
  }
}

/** Takes on hosts that give Chromium no sandbox, as containers do, and asks nothing of anybody. */
const ARGUMENTS = ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/** One browser for all tests of the page: each file connects to it, and each page has a profile of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = await chromiumPath()
  if (!executablePath) {
    console.warn('The tests of the page are skipped: they need Chrome or Chromium, and none was found.')
    project.provide('chromium', null)
    return async () => {}
  }
  const profile = await mkdtempDisposable(join(tmpdir(), 'sudoku-chromium-'))
  const browser = await chromium.launchPersistentContext(profile.path, {
    executablePath,
    args: [...ARGUMENTS, '--remote-debugging-port=0'],
  })
  // Chromium writes the port that it chose into its profile, and behind it the path of its socket.
  const [port, path] = (await readFile(join(profile.path, 'DevToolsActivePort'), 'utf8')).split('\n')
  project.provide('chromium', `ws://127.0.0.1:${port}${path}`)
  return async () => {
    await browser.close()
    await profile.remove()
  }
}
