import { defineConfig } from 'vitest/config'

/** The contract alone, without the local service that other tests share; a real account is slower than this machine. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/contract/contract.test.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
