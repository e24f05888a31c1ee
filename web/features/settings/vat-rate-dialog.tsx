import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { parseDecimal } from '../../../contract/shared/decimal.ts'
import { StandardVatRateInput } from '../../../contract/vat-rates.ts'
import { addDays } from '../../lib/format/dates.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { DateField } from '../../ui/form/date-field.tsx'
import { useSaveVatRate } from './settings-mutations.ts'

/** The typed percentage is read as a number. */
const Typed = z
  .object({ percent: z.string(), first_day: z.string() })
  .transform(({ percent, first_day }) => ({ percent: parseDecimal(percent.replace('%', '')), first_day }))
  .pipe(StandardVatRateInput)

/** Sets the standard rate from a day on. */
export function VatRateDialog({ today, onClose }: { today: string; onClose: () => void }) {
  const save = useSaveVatRate()
  const form = useForm<z.input<typeof Typed>, StandardVatRateInput>({
    initialValues: { percent: '', first_day: addDays(today, 1) },
    validate: schemaResolver(Typed, { sync: true }),
    transformValues: Typed.parse,
  })
  return (
    <FormDialog
      title="Change the VAT rate"
      subtitle="Earlier sales keep their rate"
      form={form}
      onSave={(input) => save.mutateAsync(input)}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label="Standard rate (%)"
        inputMode="decimal"
        autoComplete="off"
        placeholder="15,5"
        {...form.getInputProps('percent')}
      />
      <DateField label="First day" {...form.getInputProps('first_day')} />
    </FormDialog>
  )
}
