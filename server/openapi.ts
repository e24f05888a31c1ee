import { OpenAPIGenerator } from '@orpc/openapi'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { files } from '../contract/files.ts'
import { contract } from '../contract/index.ts'
import { Sale } from '../contract/tills.ts'

const converter = new ZodToJsonSchemaConverter()

/** The OpenAPI document of everything below /api/v1. */
export async function openApiDocument(publicUrl: string) {
  const document = await new OpenAPIGenerator({ schemaConverters: [converter] }).generate(
    { ...contract, files },
    {
      info: {
        title: 'Winkel',
        version: '1',
        description:
          'The calls behind the screens, and the one for tills. A person calls with the session cookie of a sign-in and says where from (Origin); a till calls with its key.',
      },
      servers: [{ url: `${publicUrl}/api/v1` }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: publicUrl.startsWith('https:') ? '__Host-winkel' : 'winkel' },
          till: { type: 'http', scheme: 'bearer', bearerFormat: 'wk_…' },
        },
      },
      security: [{ session: [] }],
    },
  )
  // Each sale is judged by itself, so the call takes anything; what a till should send is said here.
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
