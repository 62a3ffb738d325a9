import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIPv6 } from 'node:net'
import { checkWebhookUrl, mayBeCalled, type Webhooks } from './address.ts'

/**
 * Posts a body to somebody's address.
 *
 * @returns the status of the answer
 * @throws {AddressRefusal} if the address may not be called
 * @throws if there is no answer
 */
export type Post = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>

/** The address is not to be called, now or ever: its name leads to where webhooks may not go. */
export class AddressRefusal extends Error {
  override name = 'AddressRefusal'
}

interface PostOptions {
  readonly webhooks: Exclude<Webhooks, 'off'>
  readonly timeoutMs?: number
  readonly resolve?: (host: string) => Promise<readonly string[]>
}

/** A receiver is to take a message and to work on it later. The function has 12 s for this and its other calls. */
const TIMEOUT_MS = 10_000

/**
 * A name is resolved once, and the request goes to an address that was looked at: a name that leads elsewhere when it
 * is asked again changes nothing. Redirects are not followed, and of an answer only its status is read.
 */
export function postTo({ webhooks, timeoutMs = TIMEOUT_MS, resolve = addressesOf }: PostOptions): Post {
  return async (text, headers, body) => {
    const url = checkWebhookUrl(text, webhooks)
    if (!url.ok) throw new AddressRefusal(url.error)
    const signal = AbortSignal.timeout(timeoutMs)
    const { promise, resolve: answer, reject } = Promise.withResolvers<number>()
    const request = (url.value.protocol === 'https:' ? requestHttps : requestHttp)(url.value, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'sudoku-service',
        'content-length': Buffer.byteLength(body),
        ...headers,
      },
      signal,
      // No connection is shared, so that each goes to an address that was looked at.
      agent: false,
      // An address in the place of a name was looked at with the rest of the URL.
      lookup(host, { all }, done) {
        addressFor(host).then(
          (found) => (all ? done(null, [found]) : done(null, found.address, found.family)),
          (error) => done(error, []),
        )
      },
    })
    // What ends a request at its timeout says only that it was aborted.
    request.on('error', (error) => reject(signal.aborted ? signal.reason : error))
    request.on('response', (response) => {
      answer(response.statusCode ?? 0)
      response.destroy()
    })
    request.end(body)
    return promise
  }

  async function addressFor(host: string): Promise<LookupAddress> {
    const addresses = await resolve(host)
    // One that is not public is reason enough: which of them a request takes is a matter of chance.
    const wrong = addresses.find((ip) => !mayBeCalled(ip, webhooks))
    if (wrong !== undefined || addresses.length === 0)
      throw new AddressRefusal(`${host} leads to ${wrong ?? 'no address'}, which is not on the internet`)
    const [address] = addresses
    return { address, family: isIPv6(address) ? 6 : 4 }
  }
}

const addressesOf = async (host: string) => (await lookup(host, { all: true })).map(({ address }) => address)
