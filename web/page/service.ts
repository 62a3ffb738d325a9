import { ApiError } from '../../shared/client/api-error.ts'
import { type Client, createClient } from '../../shared/client/client.ts'
import { apiKey } from '../ui/key.tsx'

/** The service that this page came from, asked with the reader's API key where they gave one. */
export function service(signal?: AbortSignal): Client {
  return createClient({ url: location.origin, key: apiKey() || undefined, ...(signal && { signal }) })
}

/** Whether a request was refused because its job has ended: who wanted to end it has what they wanted. */
export function hasEnded(error: unknown): boolean {
  return error instanceof ApiError && error.problem.code === 'job-ended'
}
