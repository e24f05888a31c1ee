import { Agent, type IncomingMessage, request } from 'node:http'
import { gunzipSync } from 'node:zlib'

export type HttpClient = ReturnType<typeof createHttpClient>

type RequestOptions = { method?: string; body?: string; headers?: Record<string, string> }

/** One open connection to the server and, once signed in, a cookie. It does little work of its own, because its time is measured too. */
export function createHttpClient(url: string, cookie = '') {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })

  const open = (path: string, { method = 'GET', body, headers }: RequestOptions = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const content = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const sent = { origin: url, 'accept-encoding': 'gzip', ...(cookie && { cookie }), ...content, ...headers }
      request(url + path, { method, agent, headers: sent }, resolve)
        .on('error', reject)
        .end(body)
    })

  /** The whole body, still compressed. */
  const fetch = async (path: string, options?: RequestOptions) => {
    const response = await open(path, options)
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (response.statusCode && response.statusCode >= 400) throw new Error(`${path} answered ${response.statusCode}: ${body}`)
    return { response, body }
  }

  const json = async (path: string, options?: RequestOptions) => {
    const { response, body } = await fetch(path, options)
    const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    return JSON.parse(text.toString())
  }

  return {
    cookie,
    open,
    fetch,
    json,
    post: (path: string, body: unknown) => json(path, { method: 'POST', body: JSON.stringify(body) }),
    /** Posts JSON and returns a client with the cookies of the answer. */
    signIn: async (path: string, body: unknown) => {
      const { response } = await fetch(path, { method: 'POST', body: JSON.stringify(body) })
      return createHttpClient(url, (response.headers['set-cookie'] ?? []).map((set) => set.split(';')[0]).join('; '))
    },
    close: () => agent.destroy(),
  }
}

/** A path with its query parameters. */
export const buildPath = (path: string, parameters: Record<string, string | number | boolean>) =>
  `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`
