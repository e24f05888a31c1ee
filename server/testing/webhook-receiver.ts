import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import type { Store } from '../../db/open-store.ts'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { createPostMessage } from '../features/webhooks/post-message.ts'
import { createWebhookSender } from '../features/webhooks/sender.ts'
import { createBackgroundWork } from '../shared/background-work.ts'
import type { Owner } from './clients.ts'
import type { TestServer } from './server.ts'

export type Received = { id: string; headers: IncomingHttpHeaders; body: string; type: string; data: Record<string, unknown> }
type Answer = (response: Parameters<RequestListener>[1], request: IncomingMessage, received: Received) => void

/** A receiver of webhooks that answers as the test says: 204 at first. */
export async function createReceiver() {
  const received: Received[] = []
  let answer: Answer = (response) => response.writeHead(204).end()
  const http = createServer(async (request, response) => {
    const body = await text(request)
    const { type, data } = body ? JSON.parse(body) : {}
    const entry = { id: String(request.headers['webhook-id']), headers: request.headers, body, type, data }
    received.push(entry)
    answer(response, request, entry)
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const { port } = http.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    received,
    /** How it answers from now on. */
    answers: (next: Answer) => {
      answer = next
    },
    close: () => {
      http.closeAllConnections()
      return new Promise((closed) => http.close(closed))
    },
  }
}

/** The verifier of the library of Standard Webhooks: throws when the signature is wrong. */
export const verify = (secret: string, { body, headers }: Received) =>
  new Webhook(secret).verify(body, headers as Record<string, string>)

/** A sender of its own, as each server has one. */
export function startSender(
  server: { store: Pick<Store, 'pool' | 'listenConfig'> },
  { pausesMs = [0], timeoutMs = 15_000, poll = true } = {},
) {
  const logged: Record<string, unknown>[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void logged.push(JSON.parse(line)) })
  const scopes = createTenantScopes(server.store.pool)
  const background = createBackgroundWork({ connection: server.store.listenConfig, log })
  const post = createPostMessage({ allowsPrivate: true, timeoutMs })
  const sender = createWebhookSender({ scopes, background, post, log, pausesMs })
  if (poll) sender.start()
  sender.wake()
  return { ...sender, logged, stop: background.stop }
}

export async function addWebhook(
  { api, credentials }: Pick<Owner, 'api' | 'credentials'>,
  server: Pick<TestServer, 'secrets'>,
  input: Omit<Parameters<Owner['api']['webhooks']['create']>[0], 'current'>,
) {
  const created = await api.webhooks.create({ ...input, current: credentials.password })
  server.secrets.add(created.secret)
  return created
}
