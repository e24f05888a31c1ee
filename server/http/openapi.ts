import type { OpenAPI } from '@orpc/contract'
import { OpenAPIGenerator } from '@orpc/openapi'
import { traverseContractProcedures } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { contract, fileRoutes } from '../../contract/index.ts'
import { findKeyRights } from '../../contract/rights.ts'
import { Sale } from '../../contract/tills.ts'

const converter = new ZodToJsonSchemaConverter()
const described = { ...contract, fileRoutes }

/** The OpenAPI document of everything below /api/v1. */
export async function createOpenApiDocument(publicUrl: string) {
  const document = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(described, {
    info: {
      title: 'Winkel',
      version: '1',
      description:
        'The calls behind the screens, and the one for tills. A person calls with the session cookie of a sign-in and says where from (Origin); a till calls with its key, and a program with a read key.',
    },
    servers: [{ url: `${publicUrl}/api/v1` }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-winkel' : 'winkel' },
        till: { type: 'http', scheme: 'bearer', bearerFormat: 'wk_…' },
        readKey: { type: 'http', scheme: 'bearer', bearerFormat: 'wk_read_…' },
      },
    },
    security: [{ session: [] }],
  })
  for (const { get, ...writes } of Object.values(document.paths ?? {}).filter((path) => path !== undefined)) {
    if (get) nameRefusals(get, READ_REFUSALS)
    for (const write of [writes.post, writes.put, writes.delete]) if (write) nameRefusals(write, WRITE_REFUSALS)
  }
  for (const [path, method] of listKeyCalls()) {
    const call = document.paths?.[path]?.[method]
    if (!call) throw new Error(`the document lacks ${method} ${path}`)
    call.security = [{ session: [] }, { readKey: [] }]
    nameRefusals(call, KEY_REFUSALS)
  }
  // Each sale is validated by itself, so the schema of the call accepts anything. The document describes what a till should send.
  const [, sale] = converter.convert(Sale, { strategy: 'input' })
  const push = document.paths?.['/sales']?.post
  const body = push?.requestBody
  const schema = body && 'content' in body ? body.content['application/json']?.schema : undefined
  const batch = schema && 'properties' in schema ? schema.properties?.sales : undefined
  if (!push || typeof batch !== 'object' || !('type' in batch) || batch.type !== 'array')
    throw new Error('the document lacks the call for tills')
  batch.items = sale as typeof batch.items
  push.security = [{ till: [] }]
  return document
}

/** The calls that a read key may make. */
function listKeyCalls() {
  const found: [path: string, method: 'get'][] = []
  traverseContractProcedures({ path: [], router: described }, ({ contract, path }) => {
    const [first, ...rest] = path
    const call = first === 'fileRoutes' ? ['files', ...rest] : path
    if (findKeyRights(call.join('.')).length > 0) found.push([String(contract['~orpc'].route.path), 'get'])
  })
  return found
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
    call.responses[status] ??= { description, content: { 'application/json': { schema: REFUSAL } } }
}

const REFUSAL: OpenAPI.SchemaObject = {
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
