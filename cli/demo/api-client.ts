import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../contract/index.ts'
import type { SaleAnswer } from '../../contract/tills.ts'
import type { Config } from '../../server/config.ts'

/** A running server on the folder of the demo. */
export type DemoServer = { url: string; config: Pick<Config, 'publicUrl'> }

export type ApiClient = ContractRouterClient<typeof contract>

/** Calls the API as a browser does, and keeps the session cookie. */
export function createApiClient({ url, config }: DemoServer): ApiClient {
  const cookies = new Map<string, string>()
  return createORPCClient(
    new RPCLink({
      url: `${url}/api/rpc`,
      headers: () => ({ origin: config.publicUrl, cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      fetch: async (request, init) => {
        const response = await fetch(request, init)
        for (const line of response.headers.getSetCookie()) {
          const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          if (name && value !== undefined) cookies.set(name, value)
        }
        return response
      },
    }),
  )
}

/** Sends sales as a till does, and returns the answer for each. */
export async function postSales({ url }: DemoServer, key: string, sales: object[]): Promise<SaleAnswer[]> {
  const response = await fetch(`${url}/api/v1/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sales }),
  })
  const body = JSON.parse(await response.text())
  if (!response.ok) throw new Error(`the server answered ${response.status}: ${body.message}`)
  return body.sales
}
