import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from 'hono'

const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const PAGE = `<!doctype html>
<html lang="en-ZA">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Winkel</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body><div id="docs"></div><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body>
</html>`
const START = `SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#docs', deepLinking: true, validatorUrl: null })`
// Swagger UI needs inline styles. The page shows no business data.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API reference. */
export const docsPage = (c: Context) => c.html(PAGE, 200, { 'content-security-policy': POLICY })

/** A script or style of the API reference; undefined for any other name. */
export async function docsFile(c: Context, name: string) {
  if (name === 'start.js') return c.body(START, 200, { 'content-type': 'text/javascript; charset=utf-8' })
  const type = FILES[name]
  if (!type) return undefined
  return c.body(new Uint8Array(await readFile(join(folder, name))), 200, {
    'content-type': type,
    'cache-control': 'public, max-age=86400',
  })
}
