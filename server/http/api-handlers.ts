import { isUtf8 } from 'node:buffer'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyRouter, ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import type { Context } from 'hono'
import { findKeyRights } from '../../contract/rights.ts'
import { toApiError } from '../rpc/errors.ts'
import type { RequestContext } from '../rpc/request-context.ts'
import { refuseKey } from '../rpc/run-in-business.ts'
import { findClientIp } from './client-ip.ts'
import { identify, type RequestEnv } from './request-log.ts'

export type Parts = {
  router: AnyRouter
  services: Pick<RequestContext, 'scopes' | 'auth' | 'onDiskFull'>
  trustedProxies: number
}

/** The router's procedures over HTTP, below a path: as the browser's RPC and as REST. */
export function createApiHandlers({ router, services, trustedProxies }: Parts) {
  const createContext = (c: Context<RequestEnv>): RequestContext => ({
    ...services,
    headers: c.req.raw.headers,
    query: new URL(c.req.raw.url).searchParams,
    clientIp: findClientIp(c.env.incoming, trustedProxies),
    readKey: c.var.readKey,
    log: c.var.log,
    identify: (caller) => identify(c, caller),
    setProcedure: (name) => c.set('procedure', name),
  })
  const createHandler =
    (handler: RPCHandler<RequestContext> | OpenAPIHandler<RequestContext>) =>
    async (c: Context<RequestEnv>, prefix: `/${string}`) => {
      // oRPC would answer either as a call without input, and the check for cross-site calls lets both pass.
      if (['HEAD', 'OPTIONS'].includes(c.req.raw.method))
        throw new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: 'This call takes neither HEAD nor OPTIONS.' })
      const { matched, response } = await handler.handle(readStrictly(c.req.raw), { prefix, context: createContext(c) })
      return matched ? c.newResponse(response.body, response) : refuseUnknownCall()
    }
  return {
    rpc: createHandler(new RPCHandler(router, createOptions())),
    rest: createHandler(new OpenAPIHandler(router, createOptions())),
  }
}

/** A byte that is not UTF-8 is an error: the usual decoder would store another character in its place. */
const readStrictly = (request: Request): Request =>
  Object.defineProperty(request, 'text', {
    value: async () => {
      const bytes = await request.arrayBuffer()
      if (!isUtf8(bytes)) throw new ORPCError('BAD_REQUEST', { status: 400, message: NOT_UTF_8 })
      return new TextDecoder().decode(bytes)
    },
  })

const NOT_UTF_8 = 'The request is not in UTF-8. Send its text as UTF-8.'

type Interceptor = { next(): Promise<unknown>; context: RequestContext; path: readonly string[] }

/** New for each handler, because a handler adds the interceptors of its plugins to them. */
const createOptions = () => ({
  plugins: [new ResponseHeadersPlugin<RequestContext>()],
  clientInterceptors: [
    async ({ next, context, path }: Interceptor) => {
      const call = path.join('.')
      context.setProcedure(call)
      try {
        // Also calls that need no sign-in: a key makes those that are named for it, and no others.
        if (context.readKey && findKeyRights(call).length === 0) await refuseKey(context.scopes, context.readKey)
        return await next()
      } catch (error) {
        throw toApiError(error, context)
      }
    },
  ],
})

export function refuseUnknownCall(): never {
  throw new ORPCError('NOT_FOUND', { status: 404, message: 'There is no such call.' })
}
