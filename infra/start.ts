import { parseArgs } from 'node:util'
import { LEVELS } from '../functions/reporting/telemetry.ts'
import { BODY_RULES } from '../shared/protocol/payload.ts'
import { ServeError, serve } from './serve.ts'
import { originsIn } from './settings/cors.ts'
import { STAGE_NAMES } from './settings/doors.ts'
import { AUTHS, LOCAL_PORT } from './settings/settings.ts'

/**
 * `npm start`, with its settings in the environment. `npm start -- --asset` runs bundles; `--as prod` lets in what that
 * stage does.
 */

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopped.abort())

try {
  const port = Number(process.env.PORT || LOCAL_PORT)
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new ServeError(`PORT is "${process.env.PORT}", expected a number from 0 to 65535.`)
  const authSetting = process.env.AUTH || undefined
  const auth = AUTHS.find((name) => name === authSetting)
  if (authSetting !== auth) throw new ServeError(`AUTH is "${authSetting}", expected ${AUTHS.join(' or ')}.`)
  const { CORS_ORIGINS = '' } = process.env
  const origins = CORS_ORIGINS === '' ? [] : originsIn(CORS_ORIGINS)
  if (!origins) throw new ServeError(`CORS_ORIGINS is "${CORS_ORIGINS}", expected origins, e.g. http://localhost:5173`)
  const ruleSetting = process.env.BODY_RULE || 'by-type-and-encoding'
  const bodyRule = BODY_RULES.find((name) => name === ruleSetting)
  if (!bodyRule) throw new ServeError(`BODY_RULE is "${ruleSetting}", expected ${BODY_RULES.join(' or ')}.`)
  const { asset = false, as: stage } = parseArgs({
    options: { asset: { type: 'boolean' }, as: { type: 'string' } },
  }).values
  const as = STAGE_NAMES.find((name) => name === stage)
  if (stage !== as) throw new ServeError(`--as is "${stage}", expected ${STAGE_NAMES.join(' or ')}.`)
  await serve({
    port,
    auth,
    origins,
    bodyRule,
    // Other values are meant for other programs, and are no reason not to start.
    logLevel: LEVELS.find((level) => level === process.env.LOG_LEVEL),
    asset,
    as,
    commandAt: (other) => `PORT=${other} npm start`,
    say: console.log,
    signal: stopped.signal,
  })
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  if (!(error instanceof ServeError || code?.startsWith('ERR_PARSE_ARGS'))) throw error
  console.error(message)
  process.exitCode = 1
}
