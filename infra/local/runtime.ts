import type { Invocation, InvocationReply } from './function-process.ts'

/**
 * Runs one export of `functions/lambda.ts` in this process, as Lambda's runtime would. Invocations come from the parent
 * process, and this process ends with it.
 */

type Handler = (event: unknown, context: Context) => Promise<unknown>

/** What of Lambda's context there is here. */
interface Context {
  getRemainingTimeInMillis(): number
}

const name = process.argv[2]
const functions: Readonly<Record<string, Handler>> = await import('../../functions/lambda.ts').then((m) => ({
  api: (event) => m.api(event as Parameters<typeof m.api>[0]),
  worker: (event, context) => m.worker(event as Parameters<typeof m.worker>[0], context),
  deadLetter: (event, context) => m.deadLetter(event as Parameters<typeof m.deadLetter>[0], context),
  notifier: (event, context) => m.notifier(event as Parameters<typeof m.notifier>[0], context),
}))
const handler = functions[name]
if (!handler) throw new Error(`there is no function ${name}`)

process.on('message', async ({ id, event, trace, deadlineMs }: Invocation) => {
  // Invocations of the API run side by side here; which of their traces its requests carry is all the same.
  process.env._X_AMZN_TRACE_ID = trace
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
