import { randomBytes } from 'node:crypto'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../contract/index.ts'
import { createBusiness, type Database } from '../../db/testing/create-business.ts'
import type { TestServer } from './server.ts'

type Server = Pick<TestServer, 'url' | 'secrets'> & { config: Pick<TestServer['config'], 'publicUrl'> }
/** What a read key may be given. */
type RightGiven = Parameters<TestClient['api']['readKeys']['create']>[0]['right']
type ServerWithDatabase = Server & { store: { ownerPool: Database } }

export type TestClient = ReturnType<typeof createClient>
export type Owner = Awaited<ReturnType<typeof createOwner>>

/** A client that keeps cookies. `api` makes the calls of the contract, `fetch` any other request. */
export function createClient(server: Server, headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  const browser = {
    cookies,
    cookie: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    fetch: async (path: string, init: RequestInit = {}) => {
      const sent = new Headers({
        origin: server.config.publicUrl,
        ...headers,
        cookie: browser.cookie(),
        ...Object.fromEntries(new Headers(init.headers)),
      })
      if (!sent.get('cookie')) sent.delete('cookie')
      const response = await fetch(new URL(path, server.url), { ...init, headers: sent })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.delete(name)
        if (value) cookies.set(name, value)
        if (value) server.secrets.add(decodeURIComponent(value)).add(value)
      }
      return response
    },
    /** A body as JSON; answers with status and body. */
    send: async (method: string, path: string, body?: unknown) => {
      const response = await browser.fetch(path, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
  }
  const link = new RPCLink({
    url: `${server.url}/api/rpc`,
    fetch: async (request, init) =>
      browser.fetch(request.url, {
        ...init,
        method: request.method,
        headers: request.headers,
        body: request.body && (await request.text()),
        signal: request.signal,
      }),
  })
  const api: ContractRouterClient<typeof contract> = createORPCClient(link)
  return { ...browser, api }
}

export type Credentials = { email: string; password: string }

/** A new e-mail and password. The log must not contain the password. */
export function newCredentials(server: Server): Credentials {
  const password = `pw-${randomBytes(9).toString('base64url')}`
  server.secrets.add(password)
  return { email: `${randomBytes(6).toString('hex')}@winkel.example`, password }
}

/** A user after step 1 of the sign-up. */
export async function createAccount(server: Server, credentials = newCredentials(server)) {
  const client = createClient(server)
  const { user } = await client.api.signup.createUser(credentials)
  await client.api.signup.start({ ...credentials, firstname: 'Thandi', lastname: 'Nkosi' })
  return { ...client, credentials, user_id: user.id }
}

/** An owner who is signed in, with a business, a site and a plan. */
export async function createOwner(
  server: ServerWithDatabase,
  { businessname = 'Nkosi Stores', sitename = 'Sandton', credentials = newCredentials(server), isProven = true } = {},
) {
  const business = await createBusiness(server.store.ownerPool, { ...credentials, name: businessname, sitename, isProven })
  const owner = createClient(server)
  await owner.api.session.signIn(credentials)
  const { user_id, businessid, siteid, employeeid } = business
  return { ...owner, credentials, user_id, businessid, siteid, employeeid }
}

/** An owner with the sites that the files of server/testing/cases and server/testing/exports name. */
export async function createOwnerOfTwoShops(server: ServerWithDatabase) {
  const owner = await createOwner(server, { sitename: 'Main Street' })
  await owner.api.sites.create({ sitename: 'Second Shop', location: 'x' })
  return owner
}

/** A till with a key of its own for a site of the owner's. `push` sends sales and gives status and answer. */
export async function createTill(server: Server, { api, siteid }: Pick<Owner, 'api' | 'siteid'>) {
  const made = await api.tills.create({ siteid, name: 'Till 1' })
  server.secrets.add(made.key)
  return { ...made, ...createTillClient(server, made.key) }
}

/** A program with a read key of the owner's. */
export async function createProgram(
  server: Server,
  { api, credentials }: Pick<Owner, 'api' | 'credentials'>,
  right: RightGiven = { name: 'bookkeeper' },
) {
  const made = await api.readKeys.create({ name: `Key of a ${right.name}`, right, days: 30, current: credentials.password })
  server.secrets.add(made.key)
  const headers = { authorization: `Bearer ${made.key}` }
  return { ...made, headers, ...createClient(server, headers) }
}

/** A client that sends sales, and what was paid in and out, with a till key, and reads what tills read. */
export function createTillClient(server: Pick<Server, 'url'>, key: string) {
  const send = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
  }
  return {
    push: (sales: unknown, headers?: Record<string, string>) => send('/sales', { sales }, headers),
    pushMovements: (movements: unknown) => send('/drawer-movements', { movements }),
    read: async (path: string) => {
      const response = await fetch(`${server.url}/api/v1/till${path}`, { headers: { authorization: `Bearer ${key}` } })
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
    },
  }
}
