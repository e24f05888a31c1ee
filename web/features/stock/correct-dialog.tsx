import { Box, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { QUANTITY_MAX } from '../../../contract/shared/constants.ts'
import { addUnits } from '../../../contract/shared/decimal.ts'
import { hasDecimals } from '../../../contract/shared/fields.ts'
import { StockDocument } from '../../../contract/stock-documents.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { parseQuantity, toQuantityText } from './draft/draft-form.ts'
import { useCorrectDelivery } from './stock-mutations.ts'

type Fields = { quantities: Record<string, string>; note: string }

const toFields = ({ lines }: StockDocument): Fields => ({
  quantities: Object.fromEntries(lines.map(({ productid, corrected }) => [productid, toQuantityText(corrected) || '0'])),
  note: '',
})

function checkQuantity(typed: string) {
  const quantity = typed.trim() === '' ? undefined : parseQuantity(typed)
  if (quantity === undefined || quantity < 0 || quantity > QUANTITY_MAX) return 'Enter what arrived, or 0.'
  return hasDecimals(quantity, 3) ? null : 'At most three decimals.'
}

/** Corrects what was received: the differences are a document of their own. */
export function CorrectDialog({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const correct = useCorrectDelivery()
  const [request_id, setRequestId] = useState(createUuid)
  const form = useForm<Fields>({
    initialValues: toFields(document),
    validateInputOnChange: true,
    validate: (values) => {
      const errors = Object.entries(values.quantities).flatMap(([productid, typed]) => {
        const error = checkQuantity(typed)
        return error ? [[`quantities.${productid}`, error] as const] : []
      })
      return Object.fromEntries(errors)
    },
  })
  const conflict = useEditConflict({ schema: StockDocument, toFields }, form, document)
  const now = conflict.opened ?? document
  const findChange = (productid: number, corrected: number) => {
    const quantity = parseQuantity(form.values.quantities[productid] ?? '')
    return quantity === undefined ? 0 : addUnits([quantity, -corrected])
  }

  const onSave = ({ quantities, note }: Fields) =>
    correct
      .mutateAsync({
        documentid: document.documentid,
        opened: { version: now.version },
        request_id,
        note,
        lines: now.lines.map(({ productid }) => ({ productid, quantity: parseQuantity(quantities[productid] ?? '') ?? 0 })),
      })
      .catch((error) => {
        // The server refused these values, so others may follow.
        if (getErrorCode(error) !== null) setRequestId(createUuid())
        throw error
      })

  return (
    <FormDialog
      title="Correct delivery"
      subtitle={`${getDocumentName(document)} · The difference is saved as a new document`}
      form={form}
      save="Save correction"
      conflict={conflict}
      onSave={onSave}
      onClose={onClose}
    >
      <p data-wide>Enter what arrived. The stock of {document.sitename} changes by the difference.</p>
      <ul className="ruled dialog-lines" data-wide>
        {now.lines.map(({ productid, productname, corrected }) => {
          const change = findChange(productid, corrected)
          return (
            <li key={productid}>
              <span className="rest break">
                <span className="medium">{productname}</span>
                <span className="second-line digits">
                  {formatQuantity(corrected)} before
                  {change !== 0 && (
                    <Box component="b" c="var(--text)">
                      {' '}
                      · stock {change > 0 ? '+' : ''}
                      {formatQuantity(change)}
                    </Box>
                  )}
                </span>
              </span>
              <TextInput
                size="md"
                w={112}
                styles={{ input: { textAlign: 'right' } }}
                aria-label={`Received of ${productname}`}
                inputMode="decimal"
                autoComplete="off"
                onFocus={(event) => event.currentTarget.select()}
                {...form.getInputProps(`quantities.${productid}`)}
              />
            </li>
          )
        })}
      </ul>
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        placeholder="What went wrong"
        autosize
        minRows={1}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
