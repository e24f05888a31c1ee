import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { DrillContext } from './drill.ts'

const CHECK_INTERVAL_MS = 250

/**
 * Sends each request to one of the servers, in turn, whose last check of /readyz was good, as deploy/haproxy does. A request that
 * reaches no server is answered with 502 and is not sent again.
 */
export async function startReadyProxy({ onFinished }: Pick<DrillContext, 'onFinished'>, ports: number[]) {
  let ready: number[] = []
  let turn = 0
  const closing = new AbortController()

  const check = async (port: number) => {
    while (!closing.signal.aborted) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).catch(() => undefined)
      await answer?.body?.cancel()
      ready = [...ready.filter((other) => other !== port), ...(answer?.ok ? [port] : [])]
      await delay(CHECK_INTERVAL_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const checks = ports.map(check)

  const proxy = createServer((incoming, outgoing) => {
    const port = ready[turn++ % ready.length]
    const fail = () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end())
    if (port === undefined) return void fail()
    const { method, url: path, headers } = incoming
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', fail)
    })
    forwarded.on('error', fail)
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onFinished(async () => {
    closing.abort()
    proxy.closeAllConnections()
    proxy.close()
    await Promise.all(checks)
  })
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    /** Whether the server of a port gets requests. */
    isReady: (port: number) => ready.includes(port),
  }
}
