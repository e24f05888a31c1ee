import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import { END_PATH, isToken } from './link.ts'
import { endNotice } from './send-notices.ts'

const STYLE = `:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f6f7f9;color:#1a2230;
font:14px/1.5 Inter,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}main{box-sizing:border-box;width:min(440px,100% - 32px);padding:28px;background:#fff;
border:1px solid #e6e8ec;border-radius:12px}p{margin:0 0 16px;color:#5a6372}h1{margin:0 0 8px;font-size:20px}strong{display:block;margin-bottom:20px;color:#183b73}
button{min-height:44px;padding:0 20px;border:0;border-radius:8px;background:#183b73;color:#fff;font:inherit;font-weight:600;cursor:pointer}
a{color:#183b73}@media(prefers-color-scheme:dark){body{background:#0f141b;color:#e6eaf0}main{background:#171d26;border-color:#2a3340}p{color:#a0aaba}
strong,a{color:#8fade0}button{background:#345fa9}}`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** `form-action` lets the button of the page send its form here, and nothing else. */
const HEADERS = {
  'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="en-ZA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · Winkel</title>
<style>${STYLE}</style></head><body><main><strong>Winkel</strong><h1>${title}</h1>${body}</main></body></html>`

const ASK = (token: string) =>
  page(
    'Stop this notice?',
    `<p>You get no more of these e-mails. Other notices stay the same.</p><form method="post" action="${END_PATH}?token=${token}"><button type="submit">Stop this notice</button></form>`,
  )
const DONE = page('The notice is off', '<p>To turn it on again, open <a href="/settings/notices">Settings</a> in Winkel.</p>')
const BROKEN = page(
  'This link is not complete',
  '<p>Copy the whole link from the e-mail, or open <a href="/settings/notices">Settings</a> in Winkel.</p>',
)

/**
 * The link that ends a notice, without signing in. GET changes nothing, because mail scanners follow links; the button and the mail programs
 * of RFC 8058 send POST. The token is the only right that it takes, so no origin is checked, and the answer does not show whether there is such a
 * notice.
 */
export const createEndRoutes = (scopes: Pick<TenantScopes, 'asAuth'>) =>
  new Hono()
    .get(END_PATH, (c) => {
      const token = c.req.query('token')
      return isToken(token) ? c.html(ASK(token), 200, HEADERS) : c.html(BROKEN, 400, HEADERS)
    })
    .post(END_PATH, async (c) => {
      const token = c.req.query('token')
      if (!isToken(token)) return c.html(BROKEN, 400, HEADERS)
      await scopes.asAuth((scope) => endNotice(scope, token))
      return c.html(DONE, 200, HEADERS)
    })
