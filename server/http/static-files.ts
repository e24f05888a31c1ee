import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { createCache } from './fixed-answer.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const NONCE = '__NONCE__'
/** A service worker has the policy of its own answer: it reads the files that it keeps. */
const WORKER = '/sw.js'
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

export type StaticFiles = ReturnType<typeof createStaticFiles>

/** Serves the build in `folder`: see docs/decisions/2026-11-22-static-files.md. A page has a new nonce each time. */
export function createStaticFiles(folder: string) {
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [`/${relative(folder, file).split(sep).join('/')}`, createCache(() => readFile(file))]),
  )
  const index = readFileSync(join(folder, 'index.html'), 'utf8')
  /** The same page with the preloads of one screen, by the path of the screen. */
  const screens = new Map(
    [...files.keys()]
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path.replace(/\.html$/, ''), readFileSync(join(folder, path), 'utf8')]),
  )

  /** A file of the build; undefined when there is none. */
  async function file(c: Context) {
    const { path } = c.req
    const type = TYPES[extname(path)]
    // Only a path in the list is served, so none leads outside the build.
    const plain = files.get(path)
    if (!type || !plain) return undefined
    const accepted = c.req.header('accept-encoding') ?? ''
    const [encoding, suffix] = ENCODINGS.find(([name, ending]) => accepted.includes(name) && files.has(path + ending)) ?? [
      undefined,
      '',
    ]
    const read = files.get(path + suffix) ?? plain
    return c.body(await read(), 200, {
      'content-type': type,
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
      ...(path === WORKER && { 'content-security-policy': "default-src 'none'; connect-src 'self'" }),
    })
  }

  /** The page of a screen; for any other path the page without preloads. */
  async function page(c: Context) {
    const nonce = randomBytes(16).toString('base64url')
    const html = (screens.get(c.req.path) ?? index).replaceAll(NONCE, nonce)
    const { body, encoding } = await compressed(html, c.req.header('accept-encoding') ?? '')
    return c.body(body, 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(nonce, c.req.path === TILL ? 'blob:' : 'data:'),
      vary: 'accept-encoding',
      ...(encoding && { 'content-encoding': encoding }),
    })
  }

  return { file, page }
}

async function compressed(html: string, accepted: string): Promise<{ body: Uint8Array<ArrayBuffer>; encoding?: string }> {
  if (accepted.includes('br')) {
    const body = await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    return { body: new Uint8Array(body), encoding: 'br' }
  }
  if (accepted.includes('gzip')) return { body: new Uint8Array(await promisify(gzip)(html)), encoding: 'gzip' }
  return { body: new TextEncoder().encode(html) }
}

/** The till keeps the pictures of products on the device, and has no nonce in its page: its service worker keeps that too. */
const TILL = '/till'

const pagePolicy = (nonce: string, images: 'data:' | 'blob:') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
