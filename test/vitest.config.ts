import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that need neither a service nor another process. */
const UNIT = ['test/*.test.ts', 'test/package/solver.test.ts', 'test/{bench,input,job,stack,sudoku,web}/**/*.test.ts']
const BROWSER = ['test/**/*.browser.test.ts']

/** Faults and timeouts of real processes want a processor that is there when they look for it. */
const isLong = process.argv.includes('--tags-filter=long')

/**
 * The order of files and tests comes from this, and the histories and requests that are made up: another for each commit
 * in CI, and for each run elsewhere. Vitest prints it, and `--sequence.seed` repeats a run.
 */
const { GITHUB_SHA } = process.env
const seed = GITHUB_SHA ? Number.parseInt(GITHUB_SHA.slice(0, 7), 16) : Date.now() % 1e7

/**
 * Tests by what they need. Files of a project share processes, as to load the SDK or the CDK for each of them takes
 * longer than most run; so whatever a file changes of its process it changes back.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    globalSetup: ['test/shared-service.ts'],
    // Whole services start and stop inside tests, on machines that may be busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    isolate: false,
    // No test may need what another has left.
    sequence: { shuffle: { files: true, tests: true }, seed },
    // Half of their time tests wait for a service or a browser.
    maxWorkers: isLong ? availableParallelism() : 2 * availableParallelism(),
    tags: [
      {
        name: 'long',
        description: 'Faults on real processes, and cases by the thousand: `npm run test:long`, not `npm test`.',
        timeout: 300_000,
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: UNIT,
          exclude: BROWSER,
          // They wait for nothing: after the others, and as many at a time as there are processors.
          maxWorkers: availableParallelism(),
          sequence: { groupOrder: 2 },
        },
      },
      { extends: true, test: { name: 'service', include: ['test/**/*.test.ts'], exclude: [...UNIT, ...BROWSER] } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: ['test/web/installed-chromium.ts'],
          // Vitest ends a process when the next file is of another project. Mixed, browser and service took 15 s more.
          sequence: { groupOrder: 1 },
          // Several waits, one after the other.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
