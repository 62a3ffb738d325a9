import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startLocal } from '../infra/local.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the service that all tests share answers. */
    serviceUrl: string
  }
}

/**
 * One local service for all tests that only use it; those that break things start their own. And one folder for all
 * their temporary files, in which nothing may be left.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'sudoku-tests-'))
  process.env.TMPDIR = folder
  // Of every process that tests start: with types stripped and code compiled before, the command line starts in 0.14 s, not in 0.36.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/compile', import.meta.url))
  const service = await startLocal({ eventPauseS: 1 })
  project.provide('serviceUrl', service.url)
  return async () => {
    await service[Symbol.asyncDispose]()
    const left = await readdir(folder)
    await rm(folder, { recursive: true })
    if (left.length > 0) throw new Error(`The tests left files behind: ${left.join(', ')}`)
  }
}
