import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Product } from '../../../contract/products.ts'
import { parseDecimal, roundDecimal } from '../../../contract/shared/decimal.ts'
import { findDirection, getDirection, signUnits } from '../../../contract/shared/stock-reasons.ts'
import { DocumentNote, Quantity, Reason } from '../../../contract/stock-documents.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { DirectionChoice, readSign } from '../../ui/form/direction-choice.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

/** The typed units are read as a number. */
const Typed = z
  .object({ direction: z.enum(['away', 'add']), units: z.string(), reason: z.string(), note: z.string() })
  .transform(({ units, ...fields }) => ({ ...fields, units: parseDecimal(units) }))
  .pipe(
    z.object({
      direction: z.enum(['away', 'add']),
      units: Quantity.gt(0, 'Enter how many.'),
      reason: Reason.min(1, 'Select a reason.'),
      note: DocumentNote,
    }),
  )
type Adjustment = z.output<typeof Typed>

/** Takes units of one product away, or adds some, for a reason: a document of one line. */
export function AdjustDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const { productid, productname, siteid, sitename, stock } = product
  const settings = useQuery(api.stock.settings.queryOptions())
  const [request_id] = useState(() => createUuid())
  const save = useSave(client.stock.create, ['products', 'stock'])
  const form = useForm<z.input<typeof Typed>, Adjustment>({
    initialValues: { direction: 'away', units: '', reason: '', note: '' },
    validate: schemaResolver(Typed, { sync: true }),
    transformValues: Typed.parse,
  })
  const units = parseDecimal(form.values.units)
  const { reason } = form.values
  const after = units === undefined ? stock : roundDecimal(stock + signUnits(units, form.values), 3)
  return (
    <FormDialog
      title={`Adjust stock of ${productname}`}
      subtitle={`${sitename} • ${formatQuantity(stock)} in stock`}
      form={form}
      onSave={({ note, ...change }) =>
        save.mutateAsync({
          ...{ kind: 'adjustment', siteid, note, request_id, finish: true },
          lines: [{ productid, quantity: signUnits(change.units, change), reason: change.reason }],
        })
      }
      onClose={onClose}
      save="Book adjustment"
    >
      <div data-wide>
        <span className="small medium">What happened</span>
        <DirectionChoice
          label="What happened"
          value={getDirection(form.values)}
          isFixed={findDirection(reason) !== undefined}
          onChange={(direction) => form.setFieldValue('direction', direction)}
        />
      </div>
      <TextInput
        size="md"
        label="Units"
        inputMode="decimal"
        autoComplete="off"
        description={`Then ${formatQuantity(after)} in stock`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('units')}
        onChange={({ currentTarget: { value } }) => {
          const { direction, text } = readSign(value)
          form.setValues({ units: text, ...(direction && { direction }) })
        }}
      />
      <SelectField
        label="Reason"
        placeholder="Select a reason"
        data={settings.data?.stock_reasons ?? []}
        {...form.getInputProps('reason')}
      />
      {settings.isError && !settings.data && <LoadFailure query={settings} failure="Failed to load the reasons" />}
      <TextInput
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        autoComplete="off"
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
