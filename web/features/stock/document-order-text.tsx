import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useSession } from '../../auth/session.ts'
import { formatWeekday } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { writeOrderText } from '../../lib/format/order-text.ts'
import { OrderTextDialog } from '../../ui/dialog/order-text-dialog.tsx'
import { getOutstanding, isOnItsWay } from './describe-document.ts'

type Props = { document: StockDocument; onClose: () => void }

/** The text of an order, or of what is outstanding of it. */
export function DocumentOrderText({ document, onClose }: Props) {
  const business = useSession()?.business?.name ?? ''
  const { supplier, supplier_email, supplier_account, reference, expected_on, sitename } = document
  const lines = document.lines
    .map((line) => ({ ...line, sitename, quantity: isOnItsWay(document) ? getOutstanding(line) : line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  const about = [
    `${getDocumentName(document)}${reference && `, ${reference}`}`,
    supplier_account && `Our account number: ${supplier_account}`,
    expected_on && `Expected on ${formatWeekday(expected_on)}`,
  ].filter((text) => text !== null && text !== '')
  return (
    <OrderTextDialog
      title={`${getDocumentName(document)} for ${supplier ?? 'the supplier'}`}
      subtitle={document.state === 'part_received' ? 'Outstanding products' : 'Text for an e-mail'}
      email={supplier_email}
      subject={[getDocumentName(document), business].filter(Boolean).join(', ')}
      text={writeOrderText(lines, business, about as string[])}
      onClose={onClose}
    />
  )
}
