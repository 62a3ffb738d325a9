import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The test files to run, in this order, from the project's root. */
const FILES: readonly string[] = JSON.parse(process.env.MUTANT_TESTS ?? '[]')
const root = new URL('../..', import.meta.url).pathname

class InTheOrderAskedFor extends BaseSequencer {
  override async sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => FILES.indexOf(moduleId.slice(root.length))
    return specifications.toSorted((one, other) => place(one) - place(other))
  }
}

/** Tests that need no browser, nearest to a mutant first, in one process: most end with the first file. */
export default defineConfig({
  test: {
    root,
    include: [...FILES],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    isolate: false,
    maxWorkers: availableParallelism(),
    // Six processes start with it, which takes longer than most tests that need none of them.
    globalSetup: process.env.MUTANT_SERVICE ? ['test/shared-service.ts'] : [],
    provide: { seed: 1 },
    sequence: { sequencer: InTheOrderAskedFor, seed: 1 },
    tags: [{ name: 'long', description: 'As in test/vitest.config.ts; mutants are not tried on them.' }],
  },
})
