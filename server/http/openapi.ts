import { fallbackORPCErrorStatus } from '@orpc/client'
import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { z } from 'zod'
import * as accounting from '../../contract/accounting.ts'
import * as cashUps from '../../contract/cash-ups.ts'
import * as changes from '../../contract/changes.ts'
import * as dashboard from '../../contract/dashboard.ts'
import { TillMovement } from '../../contract/drawer-movements.ts'
import * as employees from '../../contract/employees.ts'
import { contract, fileRoutes } from '../../contract/index.ts'
import * as productItems from '../../contract/product-items.ts'
import * as productStock from '../../contract/product-stock.ts'
import * as products from '../../contract/products.ts'
import * as readKeys from '../../contract/read-keys.ts'
import * as reports from '../../contract/reports.ts'
import * as rights from '../../contract/rights.ts'
import * as saleReports from '../../contract/sale-reports.ts'
import * as sales from '../../contract/sales.ts'
import * as session from '../../contract/session.ts'
import * as sites from '../../contract/sites.ts'
import * as stockCounts from '../../contract/stock-counts.ts'
import * as stockDocuments from '../../contract/stock-documents.ts'
import * as stockReports from '../../contract/stock-reports.ts'
import * as suppliers from '../../contract/suppliers.ts'
import * as tillCatalogue from '../../contract/till-catalogue.ts'
import * as tills from '../../contract/tills.ts'
import * as unknownProducts from '../../contract/unknown-products.ts'
import * as vatRates from '../../contract/vat-rates.ts'
import * as webhooks from '../../contract/webhooks.ts'

const converter = new ZodToJsonSchemaConverter()
const described = { ...contract, fileRoutes }

/** The schemas that have a name in the document: that of their export. */
const MODULES: Record<string, unknown>[] = [
  ...[accounting, cashUps, changes, dashboard, employees, productItems, productStock, products, readKeys, reports, rights],
  ...[
    saleReports,
    sales,
    session,
    sites,
    stockCounts,
    stockDocuments,
    stockReports,
    suppliers,
    tillCatalogue,
    tills,
    unknownProducts,
  ],
  ...[vatRates, webhooks],
]
const NAMED = Object.fromEntries(
  MODULES.flatMap((module) =>
    Object.entries(module).flatMap(([name, schema]) =>
      schema instanceof z.ZodObject ? [[name, { schema, strategy: 'output' as const }]] : [],
    ),
  ),
)

/** What tills send: the path, the list in the body, and what is in it. */
const TILL_CALLS = [
  ['/sales', 'sales', tills.Sale],
  ['/drawer-movements', 'movements', TillMovement],
] as const

/** The OpenAPI document of everything below /api/v1. */
export async function createOpenApiDocument(publicUrl: string) {
  const document = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(described, {
    info: {
      title: 'Winkel',
      version: '1',
      description:
        'The calls behind the screens, and those for tills. A person calls with the session cookie of a sign-in and says where from (Origin); a till calls with its key, and a program with a read key.',
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-winkel' : 'winkel' },
        till: { type: 'http', scheme: 'bearer', bearerFormat: 'wk_…' },
        readKey: { type: 'http', scheme: 'bearer', bearerFormat: 'wk_read_…' },
      },
    },
    security: [{ session: [] }],
    commonSchemas: NAMED,
    customErrorResponseBodySchema: (errors) => describeProblem(errors) as never,
  })
  for (const { get, ...writes } of Object.values(document.paths ?? {}).filter((path) => path !== undefined)) {
    if (get) nameRefusals(get, READ_REFUSALS)
    for (const write of [writes.post, writes.put, writes.delete]) if (write) nameRefusals(write, WRITE_REFUSALS)
  }
  for (const { path, method, errorMap, keyRights } of listCalls()) {
    const call = document.paths?.[path]?.[method]
    if (!call) throw new Error(`the document lacks ${method} ${path}`)
    for (const [status, description] of describeErrors(errorMap)) {
      const response = call.responses?.[status]
      if (response && 'description' in response) response.description = description
    }
    if (keyRights.length > 0) {
      call.security = [{ session: [] }, { readKey: [] }]
      call.description = [call.description, `For read keys with the right ${keyRights.join(' or ')}.`].filter(Boolean).join(' ')
      nameRefusals(call, KEY_REFUSALS)
    }
    nameHeaders(call, path)
    if (path.startsWith('/till/')) call.security = [{ till: [] }]
  }
  // Each sale is validated by itself, so the schema of the call accepts anything. The document describes what a till should send.
  for (const [path, list, schema] of TILL_CALLS) {
    const push = document.paths?.[path]?.post
    const body = push?.requestBody
    const sent = body && 'content' in body ? body.content['application/json']?.schema : undefined
    const batch = sent && 'properties' in sent ? sent.properties?.[list] : undefined
    if (!push || typeof batch !== 'object' || !('type' in batch) || batch.type !== 'array')
      throw new Error('the document lacks a call for tills')
    const [, item] = converter.convert(schema, { strategy: 'input' })
    batch.items = item as typeof batch.items
    push.security = [{ till: [] }]
    push.parameters = [
      {
        name: 'dry_run',
        in: 'query',
        description: 'Answer as usual, and store nothing. The number of what is `created` is then one that nothing has.',
        schema: { type: 'boolean' },
      },
    ]
  }
  simplify(document)
  dropUnused(document)
  return document
}

type Method = 'get' | 'post' | 'put' | 'delete'
type ErrorMap = Record<string, { status?: number; message?: string } | undefined>

/** Every call, with the rights of the read keys that may make it. */
function listCalls() {
  const found: { path: string; method: Method; errorMap: ErrorMap; keyRights: readonly string[] }[] = []
  traverseContractProcedures({ path: [], router: described }, ({ contract, path }) => {
    const [first, ...rest] = path
    const call = first === 'fileRoutes' ? ['files', ...rest] : path
    const { route, errorMap } = contract['~orpc']
    const method = (route.method ?? 'POST').toLowerCase() as Method
    found.push({ path: String(route.path), method, errorMap, keyRights: rights.findKeyRights(call.join('.')) })
  })
  return found
}

/** The codes and messages of each status. */
function describeErrors(errorMap: ErrorMap) {
  const lines = new Map<number, string[]>()
  for (const [code, error] of Object.entries(errorMap)) {
    if (!error) continue
    const status = fallbackORPCErrorStatus(code, error.status)
    lines.set(status, [...(lines.get(status) ?? []), `\`${code}\`: ${error.message ?? code}`])
  }
  return [...lines].map(([status, texts]) => [String(status), texts.join('\n\n')] as const)
}

type DefinedError = [code: string, message: string, isDataRequired: boolean, data: unknown]

/** An error with data of its own, or any other one. */
function describeProblem(errors: DefinedError[]) {
  const withData = errors.filter(([, , , data]) => typeof data === 'object' && data !== null && Object.keys(data).length > 0)
  const own = withData.map(([code, , isRequired, data]) => ({
    allOf: [
      PROBLEM_REF,
      { type: 'object', properties: { code: { const: code }, data }, required: isRequired ? ['code', 'data'] : ['code'] },
    ],
  }))
  return own.length === 0 ? PROBLEM_REF : { anyOf: [...own, PROBLEM_REF] }
}

/** What the headers of an answer say. */
function nameHeaders(call: OpenAPI.OperationObject, path: string) {
  const add = (status: string, name: string, description: string, type: 'string' | 'integer') => {
    const response = call.responses?.[status]
    if (!response || '$ref' in response) return
    response.headers = { ...response.headers, [name]: { description, schema: { type } } }
  }
  for (const status of ['429', '503']) add(status, 'Retry-After', 'How many seconds to wait.', 'integer')
  if (path.endsWith('.csv') && call.responses?.['200']) {
    add('200', 'X-Total-Rows', 'How many rows follow the header row.', 'integer')
    add('200', 'Winkel-As-At', 'Of a file from the replica: everything that was saved before is in it.', 'string')
  }
  if (path === '/sales' || /^\/till\/(setup|products)$/.test(path))
    add('200', tills.EPOCH_HEADER, 'The epoch of the database: see docs/tills.md.', 'string')
}

type AnyObject = Record<string, unknown>
const isObject = (value: unknown): value is AnyObject => typeof value === 'object' && value !== null

/** Takes out what the converters write without need: a lower minimum, a choice between equals, and the body of a call without one. */
function simplify(value: unknown) {
  if (!isObject(value)) return
  const { minimum, exclusiveMinimum, anyOf } = value
  if (typeof minimum === 'number' && typeof exclusiveMinimum === 'number')
    delete value[minimum > exclusiveMinimum ? 'exclusiveMinimum' : 'minimum']
  if (Array.isArray(anyOf)) {
    const choices = [...new Map(anyOf.map((choice) => [JSON.stringify(choice), choice])).values()]
    if (choices.length === 1) delete value['anyOf']
    Object.assign(value, choices.length === 1 ? choices[0] : { anyOf: choices })
  }
  for (const [name, inner] of Object.entries(value)) {
    simplify(inner)
    if (!hasNoBody(inner)) continue
    if (name === 'requestBody') delete value[name]
    else delete inner['content']
  }
}

/** Of a request or an answer whose content nothing fulfils. */
function hasNoBody(value: unknown): value is AnyObject {
  const content = isObject(value) ? value['content'] : undefined
  const media = isObject(content) ? content['application/json'] : undefined
  return isObject(media) && /^\{"(not":\{\}\}|anyOf":\[\{\},\{"not":\{\}\}\]\})$/.test(JSON.stringify(media['schema']))
}

/** Drops the named schemas that no call refers to, also through others. */
function dropUnused(document: OpenAPI.Document) {
  const schemas = document.components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name])
    }
  }
  visit(document.paths)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
}

const KEY_REFUSALS = {
  401: 'There is no session, or the key is unknown, expired or revoked.',
  404: 'It does not exist, or the rights of the caller do not include it.',
  429: 'Too many requests with this key. `Retry-After` says how many seconds to wait.',
}
const READ_REFUSALS = {
  422: 'Something in the call is wrong; `data.fields` says what.',
  503: 'The database does not answer, or too much is under way: the call may be made again.',
}
const WRITE_REFUSALS = {
  ...READ_REFUSALS,
  403: 'The call comes from another page than one of Winkel.',
  413: 'The body is larger than the call takes.',
  415: 'The body is of another kind than the call takes.',
}

/** Adds the errors that every call can answer to those that the contract names for it. */
function nameRefusals(call: OpenAPI.OperationObject, refusals: Record<string, string>) {
  call.responses ??= {}
  for (const [status, description] of Object.entries(refusals))
    call.responses[status] ??= { description, content: { 'application/json': { schema: PROBLEM_REF } } }
}

const PROBLEM_REF = { $ref: '#/components/schemas/Problem' }

/** The shape of every error. `data` is there where the call names it. */
const PROBLEM: OpenAPI.SchemaObject = {
  type: 'object',
  properties: {
    defined: { type: 'boolean' },
    code: { type: 'string' },
    status: { type: 'integer' },
    message: { type: 'string' },
    data: {},
  },
  required: ['defined', 'code', 'status', 'message'],
}
