import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { startEmulators } from '../infra/local/emulators.ts'
import type { FunctionEnvironment } from '../infra/settings.ts'

/**
 * Whether the API's handler keeps anything of the requests that it has answered: 48,000 polls, pages of results and
 * submissions in a process that does nothing else, its heap after a collection of garbage every 4,000.
 *
 *     npm run bench:heap
 */

await using emulators = await startEmulators()
const environment = {
  TABLE_NAME: emulators.tableName,
  QUEUE_URL: emulators.queueUrl,
  EXPRESS_QUEUE_URL: emulators.expressQueueUrl,
  SLICE_MS: '2000',
  AUTH: 'open',
  CORS_ORIGINS: '',
  LOG_LEVEL: 'WARN',
  METRICS_NAMESPACE: '',
  FILES: './none/',
} satisfies FunctionEnvironment
const asking = spawn(process.execPath, ['--expose-gc', fileURLToPath(new URL('./heap/asking.ts', import.meta.url))], {
  env: { PATH: process.env.PATH, ...emulators.environment, ...environment },
  stdio: 'inherit',
})
const [code] = await once(asking, 'exit')
process.exitCode = code
