import { Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

export type Client = ReturnType<typeof clientOf>

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

/** Somebody with one open connection and, once signed in, a cookie; as quick as a client can be, for its time counts too. */
export function clientOf(url: string, cookie = '') {
  const agent = new Agent({ keepAlive: true })

  const open = (path: string, { method = 'GET', body, headers }: Sent = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const typed = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = { origin: url, 'accept-encoding': 'gzip', ...(cookie && { cookie }), ...typed, ...headers }
      request(url + path, { method, agent, headers: sent }, resolve)
        .on('error', reject)
        .end(body)
    })

  /** The whole body, still compressed. */
  const fetch = async (path: string, sent?: Sent) => {
    const response = await open(path, sent)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (response.statusCode && response.statusCode >= 400) throw new Error(`${path} answered ${response.statusCode}: ${body}`)
    return { response, body }
  }

  const json = async (path: string, sent?: Sent) => {
    const { response, body } = await fetch(path, sent)
    const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    return JSON.parse(text.toString())
  }

  return {
    cookie,
    open,
    fetch,
    json,
    /** Posts JSON and comes back as whoever the answer's cookie says. */
    become: async (path: string, body: unknown) => {
      const { response } = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
      return clientOf(url, (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; '))
    },
    post: (path: string, body: unknown) => json(path, { method: 'POST', body: JSON.stringify(body) }),
    close: () => agent.destroy(),
  }
}
