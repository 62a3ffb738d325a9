import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { accept, type Checked, refuse } from '../../shared/checked.ts'

/**
 * Where webhooks may go. `public`: by https, to addresses of the internet. `local`: to this machine alone, also by http.
 * `off`: nowhere.
 */
export const WEBHOOKS = ['public', 'local', 'off'] as const
export type Webhooks = (typeof WEBHOOKS)[number]

/** Looks at the address of a webhook without asking anybody: what a name leads to is seen when it is called. */
export function checkWebhookUrl(text: string, webhooks: Exclude<Webhooks, 'off'>): Checked<URL> {
  const url = URL.parse(text)
  if (!url) return refuse('expected an address, such as https://example.com/hooks')
  if (url.username || url.password || url.hash) return refuse('expected no name, password or # in the address')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (webhooks === 'local') {
    const isHere = /^https?:$/.test(url.protocol) && (host === 'localhost' || isLoopback(host))
    return isHere ? accept(url) : refuse('expected an address of this machine, such as http://127.0.0.1:4000')
  }
  if (url.protocol !== 'https:') return refuse(`found ${url.protocol}//, expected https://`)
  if (isIP(host) > 0 && !isPublic(host)) return refuse(`${host} is no address of the internet`)
  return accept(url)
}

/** @param ip an address as the resolver answers with it */
export function mayBeCalled(ip: string, webhooks: Webhooks): boolean {
  return webhooks === 'public' ? isPublic(ip) : webhooks === 'local' && isLoopback(ip)
}

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

function isLoopback(ip: string): boolean {
  return isIP(ip) > 0 && LOOPBACK.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
}

/** The addresses that IANA's registry of IPv4 special-purpose addresses has as not globally reachable, and multicast. */
const SPECIAL = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local: 169.254.169.254 and .170.2 tell credentials
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocols
  ['192.0.2.0', 24], // documentation
  ['192.88.99.0', 24], // relays of 6to4
  ['192.168.0.0', 16], // private
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 3], // multicast, reserved, broadcast
] as const)
  SPECIAL.addSubnet(net, bits)
/** In IPv6 only 2000::/3 is given out. These parts of it are special, or carry an address of IPv4. */
const GIVEN_OUT = new BlockList()
GIVEN_OUT.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23], // protocols, Teredo among them
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['3fff::', 20], // documentation
] as const)
  SPECIAL.addSubnet(net, bits, 'ipv6')

function isPublic(ip: string): boolean {
  const family = isIPv6(ip) ? 'ipv6' : 'ipv4'
  if (isIP(ip) === 0 || (family === 'ipv6' && !GIVEN_OUT.check(ip, family))) return false
  return !SPECIAL.check(ip, family)
}

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

/** A receiver is to take a message and to work on it later. The function has 12 s for this and its other calls. */
const TIMEOUT_MS = 10_000

/**
 * A name is resolved once, and the request goes to an address that was looked at: a name that leads elsewhere when it
 * is asked again changes nothing. Redirects are not followed, and of an answer only its status is read.
 */
export function postTo(
  webhooks: Exclude<Webhooks, 'off'>,
  { timeoutMs = TIMEOUT_MS, resolve = addressesOf } = {},
): Post {
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
