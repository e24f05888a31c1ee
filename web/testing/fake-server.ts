import { type AnyContractRouter, type ContractProcedure, isContractProcedure } from '@orpc/contract'
import { implement, type ProcedureHandler, type Router } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { z } from 'zod'
import { contract } from '../../contract/index.ts'

// Stands where the network begins: `fetch` itself. The client's link, its serialization and its errors are the product's own, and
// every input and answer is checked against the contract.

/** The connection that a call came over. oRPC copies the context, but not what is in it. */
type Context = { connection: { isLost: boolean } }

type Handlers<Calls> = {
  [Name in keyof Calls]?: Calls[Name] extends ContractProcedure<infer Input, infer Output, infer Errors, infer Meta>
    ? ProcedureHandler<Context, z.output<Input & z.ZodType>, z.input<Output & z.ZodType>, Errors, Meta>
    : Handlers<Calls[Name]>
}
/** What the server answers, call by call: `{ sites: { list: () => … } }`. */
export type Answers = Handlers<typeof contract>

/** Thrown by a handler: the call gets no answer, as when the network is gone. What the handler did before was done. */
export class ConnectionLost extends Error {}

/** A handler of any call that nothing answers. */
export const loseConnection = () => {
  throw new ConnectionLost()
}

type AnyHandler = (options: { input: unknown; context: Context }) => unknown
type AnyHandlers = { [name: string]: AnyHandlers | AnyHandler | undefined }

let answers: AnyHandlers = {}
type Route = (request: Request) => Response | Promise<Response>

let routes: [start: string, answer: Route][] = []
let calls: { path: string; input: unknown }[] = []
let unanswered: string[] = []

/** Makes the server answer like this from now on; a call that is not named keeps its answer. */
export function answerWith(more: Answers) {
  answers = merge(answers, more as AnyHandlers)
}

const merge = (known: AnyHandlers, more: AnyHandlers): AnyHandlers => ({
  ...known,
  ...Object.fromEntries(
    Object.entries(more).map(([name, value]) => {
      const before = known[name]
      return [name, typeof value === 'object' && typeof before === 'object' ? merge(before, value) : value]
    }),
  ),
})

/** Answers what carries a file, or is no answer of our server's: 'GET /api/v1/sales.csv'. Comes before the calls of the contract. */
export function answerRoute(start: string, answer: Route) {
  routes = [[start, answer], ...routes.filter(([known]) => known !== start)]
}

/** The inputs of a call so far, the oldest first: `getInputs('sites.create')`. */
export const getInputs = (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input)

/** Removes the answer of `answerRoute`. */
export function removeRoute(start: string) {
  routes = routes.filter(([known]) => known !== start)
}

export function resetServer(initial: Answers) {
  answers = initial as AnyHandlers
  routes = []
  calls = []
  unanswered = []
}

/** Calls that the test gave no answer for. */
export const getUnanswered = () => unanswered

/** An answer that waits until the test lets it go. */
export function hold<Options, Answer>(handler: (options: Options) => Answer) {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    handler: async (options: Options): Promise<Awaited<Answer>> => {
      await promise
      return await handler(options)
    },
    release: resolve,
  }
}

function serve(calls: AnyContractRouter, path: string[] = []): Router<AnyContractRouter, Context> {
  if (isContractProcedure(calls))
    return implement(calls)
      .$context<Context>()
      .handler((options) => answer(path, options))
  return Object.fromEntries(Object.entries(calls).map(([name, inner]) => [name, serve(inner, [...path, name])]))
}

async function answer(path: string[], options: { input: unknown; context: Context }) {
  let found: AnyHandlers | AnyHandler | undefined = answers
  for (const name of path) found = typeof found === 'object' ? found[name] : undefined
  calls.push({ path: path.join('.'), input: options.input })
  if (typeof found !== 'function') {
    unanswered.push(path.join('.'))
    throw new Error(`The test has no answer for ${path.join('.')}`)
  }
  try {
    return await found(options)
  } catch (error) {
    if (error instanceof ConnectionLost) options.context.connection.isLost = true
    throw error
  }
}

const handler = new RPCHandler(serve(contract))
const realFetch = window.fetch

async function fakeFetch(input: RequestInfo | URL, init?: RequestInit) {
  const request = new Request(input, init)
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith('/api/')) return realFetch(input, init)
  const aborted = Promise.withResolvers<never>()
  request.signal.addEventListener('abort', () => aborted.reject(request.signal.reason))
  const response = await Promise.race([aborted.promise, respond(request, pathname)])
  // As of a real one, what is left of a body breaks off when its request is aborted.
  return new Response(response.body?.pipeThrough(new TransformStream(), { signal: request.signal }), response)
}

async function respond(request: Request, pathname: string) {
  const context: Context = { connection: { isLost: false } }
  const called = `${request.method} ${pathname}`
  const [, route] = routes.find(([start]) => called.startsWith(start)) ?? []
  const response = route
    ? await answerByRoute(route, request, context)
    : (await handler.handle(request, { prefix: '/api/rpc', context })).response
  if (!route && !response) unanswered.push(called)
  if (context.connection.isLost || !response) throw new TypeError('Failed to fetch')
  return response
}

async function answerByRoute(route: Route, request: Request, context: Context) {
  try {
    return await route(request)
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error
    context.connection.isLost = true
  }
}

window.fetch = fakeFetch
