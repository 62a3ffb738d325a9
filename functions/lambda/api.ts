import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CANARY_OWNER, EVERYONE } from '../../shared/aws/owners.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'
import { OWNER_LIMITS, type OwnerLimits } from '../../shared/job/limits.ts'
import { keyIn } from '../api/admission.ts'
import type { ApiServices } from '../api/services.ts'
import { createApi } from '../api.ts'
import { forHttpApi } from '../http-event.ts'
import { type CanaryEvent, isCanary, runCanary } from '../reporting/canary.ts'
import { WEBHOOKS } from '../reporting/webhook.ts'
import { oneOf, optional, required } from './environment.ts'
import { elapsed, events, now, queue, sqs, table, telemetryOf } from './resources.ts'
import { triedFirst } from './trial.ts'

// Node loads what requests and answers are made of when it is first asked for them. Here that is a part of the start, which
// has a whole processor and takes 9 ms longer. The first answer would take 12 ms of one, which are 41 on the 0.29 of one
// that the memory comes with (docs/decisions/015).
void globalThis.Request

const services = {
  table,
  queue,
  expressQueue: sqsQueue(sqs, required('EXPRESS_QUEUE_URL')),
  events,
  webhooks: oneOf(WEBHOOKS, 'WEBHOOKS'),
  now,
  elapsed,
  newId: randomUUID,
  origins: (optional('CORS_ORIGINS') ?? '').split(',').filter(Boolean),
  files: { read: fileIn(new URL(required('FILES'), import.meta.url)) },
  telemetry: telemetryOf('api'),
  heldPolls: Number(required('HELD_POLLS')),
} satisfies Partial<ApiServices>
const canary = { telemetry: services.telemetry, newKey: () => table.newToken(now()) }
const http = forHttpApi(createApi({ ...services, ...ownersBy(oneOf(['open', 'keys'], 'AUTH')) }))

/** Answers requests; and tries the service, where the scheduler asks for it, or CodeDeploy before a release. */
export const api = triedFirst(
  async (event: Parameters<typeof http>[0] | CanaryEvent, context?: Parameters<typeof http>[1]) =>
    isCanary(event) ? runCanary({ ...canary, url: event.url }, context) : http(event, context),
  { attempt: trial, sqs },
)

/** The routes of this very version: clients reach the old one until the trial is over. */
async function trial(context?: Parameters<typeof runCanary>[1]): Promise<void> {
  const routes = createApi({ ...services, ownerOf: async () => CANARY_OWNER })
  const fetch = (request: Request) => routes.fetch(request)
  const { solved } = await runCanary({ ...canary, url: 'https://api', newKey: async () => 'none', fetch }, context)
  if (!solved) throw new Error('the canary was not solved')
}

/**
 * `keys`: a request belongs to the owner of its API key, who has limits. `open`: all requests belong to one owner. The
 * canary's are its own in either case.
 */
function ownersBy(auth: 'open' | 'keys'): Pick<ApiServices, 'ownerOf' | 'lastOwnerOf' | 'limits'> {
  const ownerOf = async (request: Request) => {
    const key = keyIn(request) ?? ''
    if (await table.takeToken(key, now())) return CANARY_OWNER
    return auth === 'open' ? EVERYONE : await table.holderOf(key)
  }
  if (auth === 'open') return { ownerOf }
  const limits: OwnerLimits = { ...OWNER_LIMITS, ...JSON.parse(required('OWNER_REQUESTS')) }
  const lastOwnerOf = (request: Request) => table.lastHolderOf(keyIn(request) ?? '')
  return { ownerOf, lastOwnerOf, limits }
}

function fileIn(folder: URL) {
  return async (name: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    try {
      return new Uint8Array(await readFile(new URL(name, folder)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }
}
