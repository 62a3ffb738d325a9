import type { Answer, Invocation } from './function-process.ts'

/**
 * Runs one export of `functions/lambda.ts` in this process, as Lambda's runtime would.
 * Invocations come from the parent process, and it ends with the parent.
 */

type Handler = (event: unknown) => Promise<unknown>

const name = process.argv[2]
const functions: Readonly<Record<string, Handler>> = await import('../../functions/lambda.ts').then((m) => ({
  api: (event) => m.api(event as Parameters<typeof m.api>[0]),
  worker: (event) => m.worker(event as Parameters<typeof m.worker>[0]),
  deadLetter: (event) => m.deadLetter(event as Parameters<typeof m.deadLetter>[0]),
}))
const handler = functions[name]
if (!handler) throw new Error(`there is no function ${name}`)

process.on('message', async ({ id, event }: Invocation) => {
  try {
    answer({ id, result: await handler(event) })
  } catch (error) {
    answer({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})
process.on('disconnect', () => process.exit())

function answer(message: Answer): void {
  // The parent may be gone by now; then this process is about to end as well.
  if (process.connected) process.send?.(message)
}
