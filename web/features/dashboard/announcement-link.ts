const APP = 'https://app.invalid'
const OUTSIDE = ['https:', 'http:']
const OTHER_APPS = ['mailto:', 'tel:']

/**
 * The link of an announcement: a page of this app, a web page, a mail or a call; null for anything else. The result of the URL parser
 * is checked and used, because the parser drops tabs and turns '\' into '/'.
 */
export function parseLink(value: string): { href: string; isOutside: boolean } | null {
  const link = value.trim()
  if (link.startsWith('/')) {
    const url = URL.parse(link, APP)
    return url?.origin === APP ? { href: url.pathname + url.search + url.hash, isOutside: false } : null
  }
  const url = URL.parse(link)
  if (!url) return null
  const isOutside = OUTSIDE.includes(url.protocol)
  return isOutside || OTHER_APPS.includes(url.protocol) ? { href: url.href, isOutside } : null
}
