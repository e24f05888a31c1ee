import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '../../contract/index.ts'
import type { Config } from '../../server/config.ts'
import { OWNER } from './business.ts'

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

/** The same, signed in as the owner. */
export async function signInOwner(server: DemoServer) {
  const api = createApiClient(server)
  await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  return api
}
