import type { Context } from 'aws-lambda'
import type { Service } from '../../functions/reporting/telemetry.ts'
import type { Invocation, InvocationReply } from './function-process.ts'

/**
 * Runs one function of `functions/lambda/`, or its bundle, in this process, as Lambda's runtime would. Invocations come
 * from the parent process, and this process ends with it.
 */

type Handler = (event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => Promise<unknown>

/** Each by its name; the others are not loaded. */
const MODULES: {
  readonly [Name in Service]: () => Promise<Readonly<Record<Name, (event: never) => Promise<unknown>>>>
} = {
  api: () => import('../../functions/lambda/api.ts'),
  worker: () => import('../../functions/lambda/worker.ts'),
  deadLetter: () => import('../../functions/lambda/dead-letter.ts'),
  notifier: () => import('../../functions/lambda/notifier.ts'),
}
const [, , name, bundle] = process.argv
const loaded = bundle ? import(`file://${bundle}/index.mjs`) : MODULES[name as Service]()
const { [name]: handler } = (await loaded) as unknown as Record<string, Handler>

process.on('message', async ({ id, event, deadlineMs }: Invocation) => {
  const context = { getRemainingTimeInMillis: () => deadlineMs - Date.now() }
  try {
    reply({ id, result: await handler(event, context) })
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit())

function reply(message: InvocationReply): void {
  // If the parent has gone, this process is about to end as well.
  if (process.connected) process.send?.(message)
}
