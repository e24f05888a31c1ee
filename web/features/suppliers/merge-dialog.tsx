import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { Supplier, SupplierOption } from '../../../contract/suppliers.ts'
import { api } from '../../lib/api/api.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { useMergeSuppliers } from './supplier-mutations.ts'

type Props = {
  supplier: Supplier
  /** The one that is chosen at first. */
  into?: SupplierOption | undefined
  onMerged: (supplierid: number) => void
  onClose: () => void
}

const TITLE = 'Merge suppliers'
const SUBTITLE = 'When one supplier has two names'

/** Gives the products of a supplier to another one, and deletes it. */
export function MergeDialog(props: Props) {
  const options = useQuery(api.suppliers.options.queryOptions())
  return options.data ? (
    <MergeForm {...props} options={options.data} />
  ) : (
    <LoadingDialog
      title={TITLE}
      subtitle={SUBTITLE}
      query={options}
      failure="Failed to load suppliers"
      fields={1}
      onClose={props.onClose}
    />
  )
}

function MergeForm({ supplier, into, onMerged, onClose, options }: Props & { options: SupplierOption[] }) {
  const merge = useMergeSuppliers()
  const form = useForm<{ into: number | null }>({
    initialValues: { into: into?.supplierid ?? null },
    validate: { into: (chosen) => (chosen === null ? 'Select a supplier.' : null) },
  })
  const others = options.filter(({ supplierid }) => supplierid !== supplier.supplierid)
  const kept = others.find(({ supplierid }) => supplierid === form.values.into)
  return (
    <FormDialog
      title={TITLE}
      subtitle={SUBTITLE}
      form={form}
      save="Merge"
      onSave={async ({ into }) => {
        if (into === null) return
        await merge.mutateAsync({ supplierid: supplier.supplierid, into })
        onMerged(into)
      }}
      onClose={onClose}
    >
      <SelectField
        wrapperProps={{ 'data-wide': true }}
        label={`Merge ${supplier.name} into`}
        placeholder="Select a supplier"
        data={others.map(({ supplierid, name }) => ({ value: supplierid, label: name }))}
        {...form.getInputProps('into')}
      />
      <p data-wide className="grey">
        All products, orders and deliveries of {supplier.name} move to {kept ? kept.name : 'the other supplier'}, and{' '}
        {supplier.name} is deleted. Its e-mail, phone, account number, lead time and minimum order fill gaps in the other. This
        action cannot be undone.
      </p>
    </FormDialog>
  )
}
