import { Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { PURCHASE_PRICE_RULES, StockSettings } from '../../../contract/stock-settings.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { PURCHASE_PRICE_NAMES } from './stock-settings.ts'
import { TryBarcode } from './try-barcode.tsx'
import { checkLines, readLines } from './typed-lines.ts'

/** A reason or a pattern a line. */
const Typed = z
  .object({ stock_reasons: z.string(), purchase_price_rule: z.enum(PURCHASE_PRICE_RULES), scale_patterns: z.string() })
  .transform(({ stock_reasons, scale_patterns, ...settings }) => ({
    ...settings,
    stock_reasons: readLines(stock_reasons),
    scale_patterns: readLines(scale_patterns),
  }))
  .pipe(StockSettings.required())

export function StockDialog({ settings, onClose }: { settings: StockSettings; onClose: () => void }) {
  const save = useSave(client.stock.saveSettings, ['stock'])
  const form = useForm<z.input<typeof Typed>, StockSettings>({
    initialValues: {
      ...settings,
      stock_reasons: settings.stock_reasons.join('\n'),
      scale_patterns: (settings.scale_patterns ?? []).join('\n'),
    },
    validate: (values) => checkLines(schemaResolver(Typed, { sync: true })(values)),
    transformValues: Typed.parse,
  })
  return (
    <FormDialog
      title="Change the stock settings"
      subtitle="For deliveries, adjustments and scans from now on"
      form={form}
      onSave={(input) => save.mutateAsync({ ...input, opened: settings })}
      onClose={onClose}
    >
      <SelectField
        wrapperProps={{ 'data-wide': true }}
        label="After a delivery"
        description="When the delivery price is known. Earlier sales keep their cost."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={PURCHASE_PRICE_RULES.map((value) => ({ value, label: PURCHASE_PRICE_NAMES[value] }))}
        {...form.getInputProps('purchase_price_rule')}
      />
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Reasons for adjustments"
        description="One per line. Booked documents keep theirs."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={4}
        {...form.getInputProps('stock_reasons')}
      />
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Barcodes of scales"
        description="One per line, as 20PPPPPWWWWWC: first digits, P product, W grams or R price in cents, C check digit."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={2}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('scale_patterns')}
      />
      <TryBarcode patterns={readLines(form.values.scale_patterns)} />
    </FormDialog>
  )
}
