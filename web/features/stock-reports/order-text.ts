import type { ReorderRow } from '../../../contract/stock-reports.ts'
import { formatQuantity } from '../../lib/format/money.ts'

type Line = Pick<ReorderRow, 'productname' | 'barcode' | 'sitename' | 'suggested'>

/** The order of a supplier as the text of an email, by site. `account_number` is that of the business in the books of the supplier. */
export function writeOrderText(lines: Line[], business: string, account_number?: string) {
  const bySite = Map.groupBy(lines, ({ sitename }) => sitename)
  const orders = [...bySite].map(([sitename, ordered]) =>
    [`Please deliver to ${sitename}:`, ...ordered.map(writeLine)].join('\n'),
  )
  const account = account_number && `Our account number: ${account_number}`
  return ['Good day', account, ...orders, 'Please confirm the order and the day of delivery.', business]
    .filter(Boolean)
    .join('\n\n')
}

/** Characters of an address that mail programs of all systems take. */
const MAX_MAIL_URL = 2_000

/** Opens the mail program of the person. A text that is too long for an address is left out: it can be copied. */
export function createOrderMailUrl(email: string, business: string, text: string) {
  const url = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Order from ${business}`)}`
  const whole = `${url}&body=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`
  return whole.length > MAX_MAIL_URL ? url : whole
}

const writeLine = ({ suggested, productname, barcode }: Line) =>
  `${formatQuantity(suggested)} x ${productname}${barcode && ` (${barcode})`}`
