import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Context } from 'hono'
import { createFixedAnswer } from './fixed-answer.ts'

const folder = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))

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

const createFile = (type: string, load: () => Promise<Buffer<ArrayBuffer>>) =>
  createFixedAnswer(`${type}; charset=utf-8`, 'public, max-age=86400', load)

/** The scripts and styles of the API reference, by name. */
export const docsFiles = {
  'start.js': createFile('text/javascript', async () => Buffer.from(START)),
  'swagger-ui.css': createFile('text/css', () => readFile(join(folder, 'swagger-ui.css'))),
  'swagger-ui-bundle.js': createFile('text/javascript', () => readFile(join(folder, 'swagger-ui-bundle.js'))),
}
