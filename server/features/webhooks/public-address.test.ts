import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { createReceiver } from '../../testing/webhook-receiver.ts'
import { createPostMessage } from './post-message.ts'
import { type Address, findAddresses, isPublicAddress } from './public-address.ts'

const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

test.each(
  [
    ...['1.1.1.1', '93.184.215.14', '196.25.1.1', '2606:4700:4700::1111', '2c0f:fb50:4002::1'].map((address) => [address, true]),
    // This host, private, shared, link-local with the metadata of clouds, loopback.
    ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '100.127.255.255'],
    ...['169.254.169.254', '127.0.0.1', '127.255.255.254', '224.0.0.1', '255.255.255.255', '240.0.0.1'],
    // Protocols, documentation, benchmarks.
    ...['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255'],
    ...['::', '::1', 'fe80::1', 'fc00::1', 'fd12:3456::1', 'ff02::1', 'fec0::1', '2001:db8::1', '100::1'],
    // Ways to an IPv4 address: mapped, compatible, translated, 6to4, Teredo.
    ...[
      '::ffff:10.0.0.1',
      '::ffff:1.1.1.1',
      '::10.0.0.1',
      '64:ff9b::10.0.0.1',
      '64:ff9b:1::a00:1',
      '2002:0a00:0001::1',
      '2001:0:1::1',
    ],
    ...['', 'localhost', '10.0.0', '0x7f.1'],
  ].map((row) => (Array.isArray(row) ? row : [row, false])),
)('webhook address: %s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(String(address))).toBe(isPublic)
})

const publicOnly = (addresses: string[] = ['1.1.1.1']) => ({
  allowsPrivate: false,
  resolve: async () => addresses.map((address): Address => ({ address, family: address.includes(':') ? 6 : 4 })),
})

test.each([
  ['https://books.example/hook?a=b', undefined],
  ['https://books.example:8443/', undefined],
  ['https://1.1.1.1/', undefined],
  ['http://books.example/', 'Enter an address that begins with https://.'],
  ['https://books.example:22/', 'Use port 443, or one from 1024.'],
  ['https://user:password@books.example/', 'Leave the user name and password out of the address.'],
  ['https://127.0.0.1/', 'private network'],
  ['https://2130706433/', 'private network'],
  ['https://0x7f.1/', 'private network'],
  ['https://[::1]/', 'private network'],
  ['https://[::ffff:7f00:1]/', 'private network'],
])('webhook URL: %s is refused: %s', async (url, message) => {
  const found = findAddresses(new URL(url), publicOnly())
  if (message) await expect(found).rejects.toThrow(message)
  else await expect(found).resolves.toHaveLength(1)
})

test.each([
  [['10.0.0.1']],
  // One that is public does not help: a connection may go to any.
  [['1.1.1.1', '169.254.169.254']],
  [['::1', '1.1.1.1']],
  [[]],
])('webhook URL: a name with the addresses %j is refused, alike for each', async (addresses) => {
  await expect(findAddresses(new URL('https://books.example/'), publicOnly(addresses))).rejects.toThrow(
    'The host of this address was not found on the public internet.',
  )
})

describe('webhook URL: this server', () => {
  const rules = {
    allowsPrivate: false,
    publicUrl: 'https://winkel.example',
    resolve: async (hostname: string): Promise<Address[]> =>
      hostname === 'interface.example' ? [{ address: '2c0f:fb50:4002::1', family: 6 }] : [{ address: '196.25.1.1', family: 4 }],
    findOwnAddresses: () => ['10.0.0.5', '2c0f:fb50:4002:0::1'],
  }

  test.each([
    ['its name', 'https://winkel.example/api/v1/sales'],
    ['its name as a full name, at another port', 'https://WINKEL.example.:8443/'],
    ['the address of its name', 'https://196.25.1.1/'],
    ['an address of this machine', 'https://[2c0f:fb50:4002::1]/'],
  ])('%s is refused', async (_, url) => {
    await expect(findAddresses(new URL(url), rules)).rejects.toThrow('to this server')
  })

  test('a name with an address of this machine is refused as one that is not found', async () => {
    await expect(findAddresses(new URL('https://interface.example/'), rules)).rejects.toThrow('was not found')
  })

  test('another name behind the same proxy is not', async () => {
    expect(await findAddresses(new URL('https://books.example/'), rules)).toHaveLength(1)
  })

  test('is allowed where private addresses are', async () => {
    expect(await findAddresses(new URL('https://winkel.example/'), { ...rules, allowsPrivate: true })).toHaveLength(1)
  })
})

const message = { body: '{}', headers: {}, signal: new AbortController().signal }

test('webhook post: a name that leads to a private address is not called, though it was public before', async () => {
  const receiver = await createReceiver()
  closes.push(receiver.close)
  const looked: string[] = []
  const post = createPostMessage({
    allowsPrivate: false,
    resolve: async (hostname) => {
      looked.push(hostname)
      return [{ address: '127.0.0.1', family: 4 }]
    },
  })
  const result = await post({ ...message, url: `https://rebound.example:${receiver.port}/` })
  expect(result).toMatchObject({ status: null, problem: expect.stringContaining('not found on the public internet') })
  expect(looked).toEqual(['rebound.example'])
  expect(receiver.received).toEqual([])
})

test('webhook post: goes to the address that was checked, whatever the name means later, with the name as host', async () => {
  const receiver = await createReceiver()
  closes.push(receiver.close)
  const answers: Address[][] = [[{ address: '127.0.0.1', family: 4 }], [{ address: '127.0.0.2', family: 4 }]]
  let looks = 0
  const post = createPostMessage({ allowsPrivate: true, resolve: async () => answers[looks++] ?? [] })
  // No other resolver knows this name.
  const result = await post({ ...message, url: `http://books.invalid:${receiver.port}/hook` })
  expect(result).toMatchObject({ status: 204, problem: null })
  expect(looks).toBe(1)
  expect(receiver.received[0]?.headers.host).toBe(`books.invalid:${receiver.port}`)
})

const listen = (server: Server) =>
  new Promise<number>((listening) => {
    closes.push(() => server.close())
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      listening(typeof address === 'object' && address ? address.port : 0)
    })
  })

test('webhook post: TLS asks for the certificate of the name', async () => {
  const names: string[] = []
  const port = await listen(
    createTlsServer({
      SNICallback(name, callback) {
        names.push(name)
        callback(new Error('no certificate'))
      },
    }),
  )
  const post = createPostMessage({ allowsPrivate: true, resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  const result = await post({ ...message, url: `https://books.invalid:${port}/` })
  expect(result).toMatchObject({ status: null, problem: expect.any(String) })
  expect(names).toEqual(['books.invalid'])
})

test('webhook post: a look-up and a connection that never end are left after the time', async () => {
  const port = await listen(createServer(() => undefined))
  const never = createPostMessage({ allowsPrivate: true, timeoutMs: 50, resolve: () => new Promise(() => undefined) })
  await expect(never({ ...message, url: 'http://books.invalid/' })).resolves.toMatchObject({
    problem: 'No answer within 0.05 seconds.',
  })
  const silent = createPostMessage({ allowsPrivate: true, timeoutMs: 50 })
  await expect(silent({ ...message, url: `https://127.0.0.1:${port}/` })).resolves.toMatchObject({
    problem: 'No answer within 0.05 seconds.',
  })
})
