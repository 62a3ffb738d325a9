import type { TestProject } from 'vitest/node'
import { startLocal } from '../infra/local.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the service that all tests share answers. */
    serviceUrl: string
  }
}

/** One local service for all tests that only use it; those that break things start their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const service = await startLocal()
  project.provide('serviceUrl', service.url)
  return async () => service[Symbol.asyncDispose]()
}
