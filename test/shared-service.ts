import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startLocal } from '../infra/local.ts'
import { PERMISSIONS } from '../infra/settings/permissions.ts'
import manifest from '../package.json' with { type: 'json' }

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the service that all tests share answers. */
    serviceUrl: string
    /** Tests that make up their cases begin with this, which is another in each run. */
    seed: number
  }
}

/**
 * One local service for all tests that only use it; those that break things start their own. And one folder for all
 * their temporary files, in which nothing may be left. In the end no role of any of these services may have been denied
 * anything, and `npm test` has to have used all that they are granted.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sudoku-tests-'))
  process.env.TMPDIR = folder
  // For every process that tests start: with types stripped and code compiled before, the command line starts in 0.14 s, not in 0.36.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))
  const authorizationLog = join(folder, 'authorization.log')
  await writeFile(authorizationLog, '')
  process.env.AUTHORIZATION_LOG = authorizationLog
  const service = await startLocal({ eventPauseS: 1 })
  project.provide('serviceUrl', service.url)
  project.provide('seed', project.config.sequence.seed)
  return async () => {
    await service[Symbol.asyncDispose]()
    const faults = faultsIn(await readFile(authorizationLog, 'utf8'), isWhole())
    await rm(authorizationLog)
    // A browser's profile, downloads and own files go when its last process has ended, which may be after its tests.
    const isOfBrowser = /^(playwright_chromiumdev_profile|playwright-artifacts|\.org\.chromium)/
    const left = (await readdir(folder)).filter((name) => !isOfBrowser.test(name))
    await rm(folder, { recursive: true })
    if (left.length > 0) faults.push(`The tests left files behind: ${left.join(', ')}`)
    if (faults.length > 0) throw new Error(faults.join('\n'))
  }
}

/** Whether this is `npm test`, and not a choice of its tests, which may leave grants unused. */
function isWhole(): boolean {
  const options = process.argv.slice(2).filter((option) => !option.startsWith('--sequence.seed='))
  return manifest.scripts.test.endsWith(`vitest ${options.join(' ')}`)
}

/**
 * Faults in the permissions of the functions, by what their roles did in all the services of the tests. A
 * denial need not have failed a test: a worker that may not count its results ends its jobs, as failed.
 */
function faultsIn(log: string, isWhole: boolean): string[] {
  const lines = new Set(log.split('\n'))
  const denials = [...lines].filter((line) => line.startsWith('denied '))
  const unused = Object.entries(PERMISSIONS)
    .flatMap(([role, statements]) =>
      statements
        .filter(({ effect }) => effect === 'Allow')
        .flatMap(({ actions, resources }) =>
          actions.flatMap((action) => resources.map((at) => `${role} ${action} ${at}`)),
        ),
    )
    .filter((grant) => !lines.has(`allowed ${grant}`))
  return [
    ...denials.map((denial) => `A role was ${denial}: see infra/settings/permissions.ts`),
    ...(isWhole ? unused : []).map((grant) => `No test needs this grant of infra/settings/permissions.ts: ${grant}`),
  ]
}
