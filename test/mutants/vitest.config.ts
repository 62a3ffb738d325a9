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
    globalSetup: ['test/shared-service.ts'],
    sequence: { sequencer: InTheOrderAskedFor, seed: 1 },
    tags: [{ name: 'long', description: 'As in test/vitest.config.ts; mutants are not tried on them.' }],
  },
})
