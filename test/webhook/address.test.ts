import { describe, expect, it } from 'vitest'
import { checkWebhookUrl, mayBeCalled } from '../../functions/reporting/webhook.ts'
import { accept, refuse } from '../../shared/checked.ts'

describe('addresses of the internet alone may be called', () => {
  it.each(['93.184.216.34', '1.1.1.1', '172.15.255.255', '172.32.0.0', '2606:2800:220:1::1', '2a00:1450::1'])(
    '%s may',
    (ip) => expect(mayBeCalled(ip, 'public')).toBe(true),
  )

  it.each([
    ['this machine', '127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '::'],
    ['a private network', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
    ['the link', '169.254.1.1', 'fe80::1'],
    ['the metadata of a cloud', '169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '100.100.100.200'],
    ['a carrier’s network', '100.64.0.1', '100.127.255.255'],
    ['IPv4 in IPv6', '::ffff:10.0.0.1', '::ffff:93.184.216.34', '64:ff9b::a00:1', '2002:a00:1::', '2001::1'],
    ['many at once', '224.0.0.1', '255.255.255.255', 'ff02::1'],
    ['documentation and measurements', '192.0.2.1', '198.18.0.1', '203.0.113.9', '2001:db8::1', '3fff::1'],
    ['no address', '', 'localhost', '1.2.3', '1.2.3.4.5'],
  ])('those of %s may not', (_, ...ips) => {
    for (const ip of ips) expect(mayBeCalled(ip, 'public'), ip).toBe(false)
  })

  it('and those of this machine alone, where the service runs on it', () => {
    for (const ip of ['127.0.0.1', '127.1.2.3', '::1']) expect(mayBeCalled(ip, 'local'), ip).toBe(true)
    for (const ip of ['1.1.1.1', '10.0.0.1', '126.255.255.255', '128.0.0.0', '169.254.169.254', '0.0.0.0', '::', '']) {
      expect(mayBeCalled(ip, 'local'), ip).toBe(false)
    }
  })

  it('and none where webhooks are off', () => expect(mayBeCalled('1.1.1.1', 'off')).toBe(false))
})

describe('the address of a webhook', () => {
  it.each(['https://example.com', 'https://example.com:8443/a?b=c', 'https://1.1.1.1/', 'https://[2606:4700::1111]/'])(
    'may be %s',
    (text) => expect(checkWebhookUrl(text, 'public')).toEqual(accept(new URL(text))),
  )

  it.each([
    ['http://example.com', 'found http://, expected https://'],
    ['http://127.0.0.1:3000', 'found http://, expected https://'],
    ['ftp://example.com', 'found ftp://, expected https://'],
    ['example.com', 'expected an address, such as https://example.com/hooks'],
    ['https://ada:secret@example.com', 'expected no name, password or # in the address'],
    ['https://example.com/#here', 'expected no name, password or # in the address'],
    ['https://10.0.0.1', '10.0.0.1 is no address of the internet'],
    // Other spellings of 127.0.0.1 and of the address of credentials.
    ['https://2130706433', '127.0.0.1 is no address of the internet'],
    ['https://0x7f.1', '127.0.0.1 is no address of the internet'],
    ['https://0251.0376.0251.0376', '169.254.169.254 is no address of the internet'],
    ['https://[::ffff:169.254.169.254]', '::ffff:a9fe:a9fe is no address of the internet'],
  ])('may not be %s', (text, error) => expect(checkWebhookUrl(text, 'public')).toEqual(refuse(error)))

  it('is one of this machine, also by http, where the service runs on it', () => {
    for (const text of ['http://127.0.0.1:4000/', 'http://localhost:4000/', 'http://[::1]:4000/', 'https://localhost/'])
      expect(checkWebhookUrl(text, 'local')).toEqual(accept(new URL(text)))
    for (const text of ['http://example.com', 'https://example.com', 'http://10.0.0.1', 'ftp://localhost'])
      expect(checkWebhookUrl(text, 'local')).toEqual(
        refuse('expected an address of this machine, such as http://127.0.0.1:4000'),
      )
  })
})
