import type { TestProject } from 'vitest/node'
import { startLocal } from '../infra/local.ts'
import { chromiumPath } from './web/chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the service that all tests share answers. */
    serviceUrl: string
    /** A browser's program; undefined where this machine has none. */
    chromium: string | undefined
  }
}

/** One local service for all tests that only use it; those that break things start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startLocal()
  project.provide('serviceUrl', service.url)
  const chromium = await chromiumPath()
  project.provide('chromium', chromium)
  if (!chromium) console.warn('The tests of the page are skipped: they need Chrome or Chromium, and none was found.')
  return async () => service[Symbol.asyncDispose]()
}
