import { createMailUrl } from './contact-urls.ts'
import { formatQuantity } from './money.ts'

type Line = { productname: string; barcode: string; sitename: string; quantity: number }

/** The order of a supplier as the text of an e-mail, by site. `about` has its number, the account and the like, a line each. */
export function writeOrderText(lines: Line[], business: string, about: string[] = []) {
  const bySite = Map.groupBy(lines, ({ sitename }) => sitename)
  const orders = [...bySite].map(([sitename, ordered]) =>
    [`Please deliver to ${sitename}:`, ...ordered.map(writeLine)].join('\n'),
  )
  return ['Good day', about.join('\n'), ...orders, 'Please confirm the order and the day of delivery.', business]
    .filter(Boolean)
    .join('\n\n')
}

const writeLine = ({ quantity, productname, barcode }: Line) =>
  `${formatQuantity(quantity)} x ${productname}${barcode && ` (${barcode})`}`

/** Characters of a URL that mail programs of all systems take. */
const MAX_MAIL_URL = 1_900

/** Opens the mail program of the person. A text that is too long for a URL is left out, and `isWhole` is false. */
export function createOrderMail(email: string, subject: string, text: string) {
  const url = `${createMailUrl(email)}?subject=${encodeURIComponent(subject)}`
  const whole = `${url}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  const isWhole = whole.length <= MAX_MAIL_URL
  return { url: isWhole ? whole : url, isWhole }
}
