const APP = 'https://app.invalid'
const OUTSIDE = ['https:', 'http:']
const HANDED_OVER = ['mailto:', 'tel:']

/**
 * Where an announcement may lead: a page of this app, a web page, a mail or a call; null for anything else. The parser's
 * own reading is what counts and what is used, since it drops tabs and turns '\' into '/'.
 */
export function safeLink(value: string): { href: string; isOutside: boolean } | null {
  const link = value.trim()
  if (link.startsWith('/')) {
    const url = URL.parse(link, APP)
    return url?.origin === APP ? { href: url.pathname + url.search + url.hash, isOutside: false } : null
  }
  const url = URL.parse(link)
  if (!url) return null
  const isOutside = OUTSIDE.includes(url.protocol)
  return isOutside || HANDED_OVER.includes(url.protocol) ? { href: url.href, isOutside } : null
}
