import type { OpenAPI } from '@orpc/contract'
import fc from 'fast-check'
import type { TestClient } from './clients.ts'

// Requests that follow the OpenAPI document, mostly, and now and then do not.

type Schema = OpenAPI.SchemaObject
export type Call = { method: string; path: string; operation: OpenAPI.OperationObject }
export type GeneratedRequest = {
  who: 'owner' | 'visitor' | 'till'
  path: string
  query: string
  type: string
  body: string | undefined
}

/** The calls of a document, with the named schemas in the place of their names. */
export const findCalls = ({ paths = {}, components }: OpenAPI.Document): Call[] =>
  Object.entries(inline(paths, components?.schemas ?? {}) as typeof paths).flatMap(
    ([path, { get, post, put, delete: remove } = {}]) =>
      Object.entries({ GET: get, POST: post, PUT: put, DELETE: remove }).flatMap(([method, operation]) =>
        operation ? { method, path, operation } : [],
      ),
  )

function inline(value: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => inline(one, schemas))
  if (typeof value !== 'object' || value === null) return value
  const name = '$ref' in value && typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined
  if (name !== undefined) return inline(schemas[name], schemas)
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inline(inner, schemas)]))
}

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  '99999999999999999999',
  '\0',
  '\ud800',
  '%',
  "'; --",
  '2026-02-30',
  '👩‍🍳',
  '../..',
]
const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const odd = fc.oneof(oddText, fc.jsonValue({ maxDepth: 2 }), fc.constantFrom(1e308, -0, 2 ** 53, 0.1 + 0.2))

const FORMATS: Record<string, fc.Arbitrary<unknown>> = {
  date: fc
    .date({ min: new Date('1980-01-01'), max: new Date('2110-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  uuid: fc.uuid(),
  email: fc.nat().map((nth) => `${nth}@winkel.example`),
}

/** What the schema asks for, mostly, and now and then anything else. */
function mostly(schema: Schema = {}): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: asAsked(schema), weight: 9 }, { arbitrary: odd, weight: 1 })
}

function asAsked(schema: Schema & { const?: unknown }): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const either = schema.anyOf ?? schema.oneOf
  if (either?.length) return fc.oneof(...either.map((one) => asAsked(one as Schema)))
  const known = FORMATS[schema.format ?? '']
  if (known) return known
  if (schema.type === 'integer' || schema.type === 'number') return fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double())
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'array') return fc.array(mostly('items' in schema ? (schema.items as Schema) : {}), { maxLength: 4 })
  if (schema.type === 'object')
    return fc.record(
      Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, mostly(one as Schema)])),
      { requiredKeys: schema.required?.filter((name) => name in (schema.properties ?? {})) ?? [] },
    )
  return oddText
}

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

export function createRequestArbitrary({ path, operation }: Call): fc.Arbitrary<GeneratedRequest> {
  const parameters = (operation.parameters ?? []) as OpenAPI.ParameterObject[]
  const given = (place: string) =>
    fc.record(
      Object.fromEntries(
        parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, mostly(schema as Schema).map(asText)]),
      ),
      { requiredKeys: parameters.filter((one) => one.required && one.in === place).map(({ name }) => name) },
    )
  const content = operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {}
  const [type = 'application/json', media] = Object.entries(content)[0] ?? []
  const body = media
    ? fc.option(type === 'application/json' ? mostly(media.schema as Schema).map((value) => JSON.stringify(value)) : oddText, {
        nil: undefined,
        freq: 9,
      })
    : fc.constant(undefined)
  return fc
    .record({
      who: fc.constantFrom('owner' as const, 'owner' as const, 'visitor' as const, 'till' as const),
      inPath: given('path'),
      inQuery: given('query'),
      type: fc.oneof({ arbitrary: fc.constant(type), weight: 9 }, { arbitrary: fc.constant('text/plain'), weight: 1 }),
      body,
    })
    .map(({ who, inPath, inQuery, ...sent }) => ({
      who,
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(inPath[name] || '1')),
      query: new URLSearchParams(inQuery).toString(),
      ...sent,
    }))
}

type Callers = { owner: Pick<TestClient, 'fetch'>; visitor: Pick<TestClient, 'fetch'>; tillKey: string }

/** Sends a request and returns the status of the answer. */
export async function sendGeneratedRequest({ method }: Call, request: GeneratedRequest, { owner, visitor, tillKey }: Callers) {
  const { who, path, query, type, body } = request
  const headers = {
    ...(who === 'till' && { authorization: `Bearer ${tillKey}` }),
    ...(body !== undefined && { 'content-type': type }),
  }
  const answer = await (who === 'owner' ? owner : visitor).fetch(`/api/v1${path}${query && `?${query}`}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  })
  await answer.body?.cancel()
  return answer.status
}
