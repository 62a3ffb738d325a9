import { type Client, createClient } from '../shared/client.ts'

/** The service that this page came from. */
export function service(signal?: AbortSignal): Client {
  return createClient({ url: location.origin, ...(signal && { signal }) })
}
