import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import { type Supplier, SupplierForm, type SupplierInput, SupplierOption } from '../../../contract/suppliers.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { createUuid } from '../../lib/browser/uuid.ts'
import { pluralize } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { EMPTY_SUPPLIER, editedSupplier, type SupplierFields } from './supplier-form.ts'
import { useSaveSupplier } from './supplier-mutations.ts'

const WIDE = { 'data-wide': true }

type Props = {
  supplier?: Supplier
  onSaved: (supplierid: number) => void
  /** Another supplier has the name that was typed. */
  onMerge?: (into: SupplierOption) => void
  onClose: () => void
}

/** Adds a supplier, or edits the given one. */
export function SupplierDialog({ supplier, onSaved, onMerge, onClose }: Props) {
  const save = useSaveSupplier()
  // One key for all attempts of this dialog: a retry after a lost answer returns the supplier that was created.
  const [request_id] = useState(createUuid)
  const form = useForm<SupplierFields, SupplierInput>({
    initialValues: supplier ? editedSupplier.toFields(supplier) : EMPTY_SUPPLIER,
    validate: schemaResolver(SupplierForm, { sync: true }),
    transformValues: SupplierForm.parse,
  })
  const conflict = useEditConflict(editedSupplier, form, supplier)
  const field = (name: keyof SupplierFields) => ({ size: 'md', autoComplete: 'off', ...form.getInputProps(name) }) as const

  const onSave = async (input: SupplierInput) => {
    const { opened } = conflict
    const supplierid = await save.mutateAsync({ input, request_id, opened })
    // If the form was changed since, the next save does not add the supplier again.
    const { products, version } = opened ?? { products: 0, version: 0 }
    const row = { ...input, supplierid, products, version: version + 1 }
    conflict.onSaved(row, editedSupplier.toFields(row))
    onSaved(supplierid)
  }

  return (
    <FormDialog
      title={supplier ? 'Edit supplier' : 'Add supplier'}
      subtitle="Contact details and order terms"
      form={form}
      onSave={onSave}
      saved={(_, { name }) => ({ text: `${supplier ? 'Saved' : 'Added'} ${name}` })}
      onClose={onClose}
      failureAction={(error) => {
        const other = getSupplierOfName(error)
        return (
          other &&
          onMerge && (
            <Button variant="default" size="xs" onClick={() => onMerge(other)}>
              Merge
            </Button>
          )
        )
      }}
      conflict={conflict}
    >
      <TextInput
        wrapperProps={WIDE}
        label="Supplier name"
        description={
          supplier && supplier.products > 0 ? `Renaming also changes ${pluralize(supplier.products, 'product')}.` : undefined
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...field('name')}
      />
      <TextInput label="E-mail (optional)" inputMode="email" placeholder="orders@supplier.co.za" {...field('email')} />
      <TextInput label="Phone (optional)" inputMode="tel" {...field('phone')} />
      <TextInput
        wrapperProps={WIDE}
        label="Account number (optional)"
        placeholder="Your customer number with them"
        {...field('account_number')}
      />
      <TextInput
        label="Lead time (days, optional)"
        placeholder="From order to delivery"
        inputMode="numeric"
        {...field('lead_time_days')}
      />
      <TextInput label="Minimum order (ZAR, optional)" inputMode="decimal" {...field('minimum_order')} />
      {supplier && <HistorySection noun="supplier" of={{ rowid: String(supplier.supplierid) }} />}
    </FormDialog>
  )
}

/** The supplier that has the name, if the save was refused because of it. */
const getSupplierOfName = (error: unknown) =>
  error instanceof ORPCError && error.code === 'NAME_TAKEN' ? SupplierOption.safeParse(error.data).data : undefined
