import { afterAll, beforeAll } from 'vitest'
import { type Emulated, emulated } from './emulated.ts'

/** A table and queues that all tests of a file share, from before the first until after the last. */
export function emulatedForAll(): Emulated {
  const aws = {} as Emulated
  beforeAll(async () => void Object.assign(aws, await emulated()))
  afterAll(() => aws[Symbol.asyncDispose]())
  return aws
}
