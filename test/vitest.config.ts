import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const TESTS = ['test/**/*.test.ts']
/** Real faults, whole packs, a thousand cases where a hundred tell as much day by day: `npm run test:long`. */
const LONG = ['test/**/*.long.test.ts']
const BROWSER = ['test/**/*.browser.test.ts']
/** What needs neither a service nor another process. */
const UNIT = ['test/*.test.ts', 'test/{bench,input,job,stack,sudoku,web}/**/*.test.ts']

/** Tests of a service wait for it half of their time, and for a browser more. */
const WORKERS = 2 * availableParallelism()

/**
 * Tests by what they need. Files share a process one after the other, as loading the SDK or the CDK for each of them
 * takes longer than most run; whatever a file changes of its process it changes back.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['test/shared-service.ts'],
    // Whole services start and stop inside tests, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: WORKERS,
    pool: 'forks',
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, exclude: [...BROWSER, ...LONG] } },
      { extends: true, test: { name: 'service', include: TESTS, exclude: [...UNIT, ...BROWSER, ...LONG] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          exclude: LONG,
          globalSetup: ['test/web/shared-chromium.ts'],
          // Of one test, or of what it begins with: several waits, one after the other.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG,
          globalSetup: ['test/web/shared-chromium.ts'],
          isolate: true,
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
