import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    // Whole services start and stop inside tests, on machines that may be busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
