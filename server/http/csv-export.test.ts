import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwner, createProgram } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { createTeamHelpers } from '../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { hire, signIn } = createTeamHelpers(server)

const thandi = await createOwner(server)
const { siteid: second } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'Johannesburg' })
const FILE = '/api/v1/sales.csv?from=2025-01-01&to=2025-12-31'
/** More than the buffers between the server and a client that does not read. */
const SALES = 60_000

beforeAll(async () => {
  await server.ownerPool.query(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount)
     select $1, $2, $3, '2025-01-01T00:00Z'::timestamptz + n * interval '1 minute', n from generate_series(1, $4::int) n`,
    [thandi.businessid, thandi.siteid, thandi.employeeid, SALES],
  )
})

async function hireManager() {
  const { employeeid, credentials } = await hire(thandi, { position: 'Manager' })
  const give = (siteids: number[], sees_costs = true) =>
    thandi.api.employees.setRight({ employeeid, right: { name: 'manager', siteids, sees_costs } })
  await give([thandi.siteid, second])
  const client = await signIn(credentials)
  return { ...client, employeeid, credentials, give }
}
type Manager = Awaited<ReturnType<typeof hireManager>>

/** Reads only the head of a file, so that the server waits with the rest. */
async function begin(headers: Record<string, string>) {
  const request = get(`${server.url}${FILE}`, { headers })
  const [response]: [IncomingMessage] = (await once(request, 'response')) as never
  request.on('error', () => undefined) // the response has one too
  expect(response.statusCode).toBe(200)
  return response
}

async function countLines(response: IncomingMessage) {
  let lines = 0
  for await (const chunk of response) lines += chunk.toString().split('\n').length - 1
  return lines
}

const CHANGES: Record<string, (manager: Manager) => Promise<unknown>> = {
  'the person signs out': ({ api }) => api.session.signOut(),
  'the person chooses another password elsewhere': async ({ credentials }) => {
    const other = await signIn(credentials)
    await other.api.account.changePassword({ current: credentials.password, password: 'another long password' })
  },
  'a site is taken away': ({ give }) => give([thandi.siteid]),
  'costs are taken away': ({ give }) => give([thandi.siteid, second], false),
  'the right ends': ({ employeeid }) => thandi.api.employees.setRight({ employeeid, right: null }),
  'the access ends': ({ employeeid }) => thandi.api.employees.endAccess({ employeeid, disablereason: 'Left' }),
}

test.each(Object.keys(CHANGES))('a file that is being read breaks off when %s', async (change) => {
  const manager = await hireManager()
  const file = await begin({ cookie: manager.cookie() })
  await CHANGES[change]?.(manager)
  await expect(countLines(file)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a file that a read key takes breaks off when the key is revoked', async () => {
  const { keyid, headers } = await createProgram(server, thandi)
  const file = await begin(headers)
  await thandi.api.readKeys.revoke({ keyid })
  await expect(countLines(file)).rejects.toMatchObject({ code: 'ECONNRESET' })
})

test('a file is whole when another person signs out', async () => {
  const [manager, other] = [await hireManager(), await hireManager()]
  const file = await begin({ cookie: manager.cookie() })
  await other.api.session.signOut()
  expect(await countLines(file)).toBe(SALES + 1)
})
