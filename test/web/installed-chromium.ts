import type { TestProject } from 'vitest/node'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A browser's program; null where this machine has none. */
    chromium: string | null
  }
}

/** Unpacks the browser, where that was not done yet, before several processes want it. */
export default async function setup(project: TestProject): Promise<void> {
  const path = await chromiumPath()
  if (!path) console.warn('The tests of the page are skipped: they need Chrome or Chromium, and none was found.')
  project.provide('chromium', path ?? null)
}
