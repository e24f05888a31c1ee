import type { ReorderRow } from '../../../contract/stock-reports.ts'
import { formatQuantity } from '../../lib/format/money.ts'

type Line = Pick<ReorderRow, 'productname' | 'barcode' | 'sitename' | 'suggested'>

/** The order of a supplier as the text of an email, by site. */
export function writeOrderText(lines: Line[], business: string) {
  const bySite = Map.groupBy(lines, ({ sitename }) => sitename)
  const orders = [...bySite].map(([sitename, ordered]) =>
    [`Please deliver to ${sitename}:`, ...ordered.map(writeLine)].join('\n'),
  )
  return ['Good day', ...orders, 'Please confirm the order and the day of delivery.', business].filter(Boolean).join('\n\n')
}

const writeLine = ({ suggested, productname, barcode }: Line) =>
  `${formatQuantity(suggested)} x ${productname}${barcode && ` (${barcode})`}`
