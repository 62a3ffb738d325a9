import type { Invocation, InvocationReply } from './function-process.ts'

/**
 * Runs one export of `functions/lambda.ts` in this process, as Lambda's runtime would. Invocations come from the parent
 * process, and this process ends with it.
 */

type Handler = (event: unknown) => Promise<unknown>

const name = process.argv[2]
const functions: Readonly<Record<string, Handler>> = await import('../../functions/lambda.ts').then((m) => ({
  api: (event) => m.api(event as Parameters<typeof m.api>[0]),
  worker: (event) => m.worker(event as Parameters<typeof m.worker>[0]),
  deadLetter: (event) => m.deadLetter(event as Parameters<typeof m.deadLetter>[0]),
  notifier: (event) => m.notifier(event as Parameters<typeof m.notifier>[0]),
}))
const handler = functions[name]
if (!handler) throw new Error(`there is no function ${name}`)

process.on('message', async ({ id, event }: Invocation) => {
  try {
    reply({ id, result: await handler(event) })
  } catch (error) {
    reply({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit())

function reply(message: InvocationReply): void {
  // If the parent has gone, this process is about to end as well.
  if (process.connected) process.send?.(message)
}
