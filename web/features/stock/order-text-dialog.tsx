import { Button } from '@mantine/core'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useSession } from '../../auth/session.ts'
import { formatWeekday } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { COPY_FIRST, createOrderMail, writeOrderText } from '../../lib/format/order-text.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { getOutstanding, isOnItsWay } from './describe-document.ts'

type Props = { document: StockDocument; onClose: () => void }

/** The order as text for the supplier: to copy, or to open in the mail program. */
export function OrderTextDialog({ document, onClose }: Props) {
  const business = useSession()?.business?.name ?? ''
  const { supplier, supplier_email, supplier_account, reference, expected_on, sitename } = document
  const isPart = document.state === 'part_received'
  const lines = document.lines
    .map((line) => ({ ...line, sitename, quantity: isOnItsWay(document) ? getOutstanding(line) : line.quantity }))
    .filter(({ quantity }) => quantity > 0)
  const about = [
    `${getDocumentName(document)}${reference && `, ${reference}`}`,
    supplier_account && `Our account number: ${supplier_account}`,
    expected_on && `Expected on ${formatWeekday(expected_on)}`,
  ].filter((text) => text !== null && text !== '')
  const text = writeOrderText(lines, business, about as string[])
  const subject = [getDocumentName(document), business].filter(Boolean).join(', ')
  const mail = createOrderMail(supplier_email, subject, text)
  return (
    <Dialog
      title={`${getDocumentName(document)} for ${supplier ?? 'the supplier'}`}
      subtitle={isPart ? 'Outstanding products' : 'Text for an e-mail'}
      onClose={onClose}
      footer={
        <>
          <CloseDialogButton onClick={onClose}>Done</CloseDialogButton>
          <Button component="a" href={mail.url}>
            Open in e-mail
          </Button>
        </>
      }
    >
      <div className="stack gap-12">
        <CopyBlock label="Order" text={text} copy="Copy as e-mail text" takesFocus />
        <p className="small grey">
          {supplier_email ? `To ${supplier_email}.` : 'The supplier has no e-mail address yet. Add it in your e-mail.'}
          {!mail.isWhole && ` ${COPY_FIRST}`}
        </p>
      </div>
    </Dialog>
  )
}
