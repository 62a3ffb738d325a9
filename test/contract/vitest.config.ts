import { defineConfig } from 'vitest/config'

/** The contract alone, without the local service that other tests share; a real account is slower than this machine. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/contract/contract.test.ts'],
    tags: [{ name: 'long', description: 'As in test/vitest.config.ts; here all of them run.' }],
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})
