import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { EVERYONE } from '../../shared/aws/owners.ts'
import { sqsQueue } from '../../shared/aws/queue.ts'
import { OWNER_LIMITS } from '../../shared/job/limits.ts'
import { keyIn } from '../api/admission.ts'
import type { ApiServices } from '../api/services.ts'
import { createApi } from '../api.ts'
import { forHttpApi } from '../http-event.ts'
import { CANARY_OWNER, type CanaryEvent, type CanaryOutcome, isCanary, runCanary } from '../reporting/canary.ts'
import { WEBHOOKS } from '../webhook/address.ts'
import { oneOf, optional, required } from './environment.ts'
import { elapsed, events, now, queue, sqs, table, telemetryOf } from './resources.ts'

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
} satisfies Partial<ApiServices>
const held = optional('HELD_POLLS')
const heldPolls = held === undefined ? undefined : Number(held)
const http = forHttpApi(createApi({ ...services, heldPolls, ...ownersBy(oneOf(['open', 'keys'], 'AUTH')) }))

/** Answers requests; and tries the service, where the scheduler asks for it. */
export const api = (event: Parameters<typeof http>[0] | CanaryEvent, context?: Parameters<typeof http>[1]) =>
  isCanary(event) ? canary(context) : http(event, context)

function canary(context?: Parameters<typeof http>[1]): Promise<CanaryOutcome> {
  const routes = createApi({ ...services, ownerOf: async () => CANARY_OWNER })
  return runCanary({ routes, telemetry: services.telemetry }, context)
}

/** `keys`: a request belongs to the owner of its API key, who has limits. `open`: all requests belong to one owner. */
function ownersBy(auth: 'open' | 'keys'): Pick<ApiServices, 'ownerOf' | 'lastOwnerOf' | 'limits' | 'sharesBy'> {
  if (auth === 'open') return { ownerOf: async () => EVERYONE }
  const ownerOf = async (request: Request) => table.holderOf(keyIn(request) ?? '')
  const lastOwnerOf = (request: Request) => table.lastHolderOf(keyIn(request) ?? '')
  return { ownerOf, lastOwnerOf, limits: OWNER_LIMITS, sharesBy: 'owner' }
}

/** A function that reads the files of a folder by their names. */
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
