import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What lies between a till and the server. */
export type Network = {
  url: string
  /** 'down' cuts each connection before the server hears of it, 'loses answers' after. */
  mode: 'up' | 'down' | 'loses answers'
  /** Another service worker than that of the build: a comment behind it. */
  version: string
  /** The value of Winkel-Epoch in the answers, in the place of the server's. */
  epoch: string | undefined
  /** The paths of the calls that reached the server. */
  calls: string[]
  close(): Promise<unknown>
}

/** A proxy before the server, because a page cannot change what its service worker loads. */
export async function createNetwork(target: string): Promise<Network> {
  const to = new URL(target)
  const network: Network = { url: '', mode: 'up', version: '', epoch: undefined, calls: [], close: async () => undefined }
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (network.mode === 'down') return void incoming.socket.destroy()
    const sent = request({ host: to.hostname, port: to.port, path: url, method, headers, agent: false }, (answer) => {
      if (url.startsWith('/api/')) network.calls.push(`${method} ${url}`)
      if (network.mode === 'loses answers' && method === 'POST') return void incoming.socket.destroy()
      const { epoch } = network
      const changed = {
        ...answer.headers,
        ...(epoch !== undefined && answer.headers['winkel-epoch'] && { 'winkel-epoch': epoch }),
      }
      if (url !== '/sw.js') {
        outgoing.writeHead(answer.statusCode ?? 502, changed)
        return void answer.pipe(outgoing)
      }
      const { 'content-length': _length, ...others } = changed
      outgoing.writeHead(answer.statusCode ?? 502, others)
      answer.on('end', () => outgoing.end(network.version && `\n// ${network.version}`)).pipe(outgoing, { end: false })
    })
    sent.on('error', () => incoming.socket.destroy())
    incoming.on('error', () => sent.destroy()).pipe(sent)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  network.url = `http://localhost:${(server.address() as AddressInfo).port}`
  network.close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  return network
}
