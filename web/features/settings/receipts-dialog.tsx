import { Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { MAX_RECEIPT_LINES, ReceiptSettings } from '../../../contract/receipts.ts'
import { parseDecimal } from '../../../contract/shared/decimal.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { checkLines, readLines } from './typed-lines.ts'

/** A line of the text is one of the receipt, and the typed percentage is read as a number. */
const Typed = z
  .object({ vat_number: z.string(), receipt_lines: z.string(), discount_limit: z.string() })
  .transform(({ vat_number, receipt_lines, discount_limit }) => ({
    vat_number: vat_number || null,
    receipt_lines: readLines(receipt_lines),
    discount_limit: parseDecimal(discount_limit.replace('%', '')),
  }))
  .pipe(ReceiptSettings)

export function ReceiptsDialog({ settings, onClose }: { settings: ReceiptSettings; onClose: () => void }) {
  const save = useSave(client.account.receipts.save, ['account.receipts'])
  const form = useForm<z.input<typeof Typed>, ReceiptSettings>({
    initialValues: {
      vat_number: settings.vat_number ?? '',
      receipt_lines: settings.receipt_lines.join('\n'),
      discount_limit: formatQuantity(settings.discount_limit),
    },
    validate: (values) => checkLines(schemaResolver(Typed, { sync: true })(values)),
    transformValues: Typed.parse,
  })
  return (
    <FormDialog
      title="Receipts and till"
      subtitle="What tills print and allow, from their next update"
      form={form}
      onSave={(input) => save.mutateAsync({ ...input, opened: settings })}
      onClose={onClose}
    >
      <TextInput size="md" label="VAT number (optional)" autoComplete="off" {...form.getInputProps('vat_number')} />
      <TextInput
        size="md"
        label="Discount without a manager’s PIN (%)"
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('discount_limit')}
      />
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Lines on the receipt (optional)"
        description={`Printed below the sale, such as a thank you or when you take goods back. At most ${MAX_RECEIPT_LINES} lines.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={3}
        {...form.getInputProps('receipt_lines')}
      />
    </FormDialog>
  )
}
