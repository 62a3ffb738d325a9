import { expect, it } from 'vitest'
import { AddressRefusal, postTo } from '../../functions/reporting/webhook.ts'
import { receiver } from './receiver.ts'

const HEADERS = { 'webhook-id': 'evt_1' }

it('brings a body with its headers, and answers with the status', async () => {
  await using here = await receiver(202)
  expect(await postTo('local')(`${here.url}/hooks?a=b`, HEADERS, '{"é":1}')).toBe(202)
  expect(here.received).toMatchObject([
    {
      path: '/hooks?a=b',
      body: '{"é":1}',
      headers: { 'content-type': 'application/json', 'content-length': '8', 'webhook-id': 'evt_1' },
    },
  ])
})

it('follows no redirect', async () => {
  await using elsewhere = await receiver(200)
  await using here = await receiver({ location: elsewhere.url })
  expect(await postTo('local')(here.url, HEADERS, '{}')).toBe(302)
  expect(elsewhere.received).toEqual([])
})

it('gives up on who takes a message and does not answer', async () => {
  await using here = await receiver('hang')
  const post = postTo('local', { timeoutMs: 300 })
  await expect(post(here.url, HEADERS, '{}')).rejects.toHaveProperty('name', 'TimeoutError')
})

it('gives up on a name that nobody resolves', async () => {
  const resolve = () => new Promise<never>(() => {})
  const post = postTo('public', { timeoutMs: 100, resolve })
  await expect(post('https://slow.example/', HEADERS, '{}')).rejects.toHaveProperty('name', 'TimeoutError')
})

it.each(['10.0.0.1', '127.0.0.1', '169.254.169.254', '::1', 'fd00:ec2::254'])(
  'does not call a name that leads to %s, though it leads elsewhere as well',
  async (ip) => {
    const post = postTo('public', { resolve: async () => ['93.184.216.34', ip] })
    const refusal = await post('https://inside.example/', HEADERS, '{}').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(AddressRefusal)
    expect(String(refusal)).toContain(`inside.example leads to ${ip}`)
  },
)

it('does not call a name that leads nowhere, or back to itself', async () => {
  const post = postTo('public', { resolve: async () => [] })
  const refusal = new AddressRefusal('nowhere.example leads to no address, which is not on the internet')
  await expect(post('https://nowhere.example/', HEADERS, '{}')).rejects.toThrow(refusal)
  const resolving = postTo('public')
  await expect(resolving('https://localhost/', HEADERS, '{}')).rejects.toThrow(/localhost leads to [\d.:]+, which/)
})

it('calls the address that it has looked at, and not where the name leads to otherwise', async () => {
  await using here = await receiver(204)
  let asked = 0
  // Nobody listens there, and the name leads to who does.
  const resolve = async () => [++asked === 1 ? '127.0.0.2' : '127.0.0.1']
  const { port } = new URL(here.url)
  const post = postTo('local', { resolve })
  await expect(post(`http://localhost:${port}/`, HEADERS, '{}')).rejects.toThrow(/127\.0\.0\.2/)
  expect([asked, here.received.length]).toEqual([1, 0])
})

it('shares no connection between two calls, as the second would not be looked at', async () => {
  await using here = await receiver(200)
  const addresses = ['127.0.0.1', '10.0.0.1']
  const post = postTo('local', { resolve: async () => [addresses.shift() ?? ''] })
  const { port } = new URL(here.url)
  expect(await post(`http://localhost:${port}/`, HEADERS, '{}')).toBe(200)
  await expect(post(`http://localhost:${port}/`, HEADERS, '{}')).rejects.toThrow(AddressRefusal)
})
