import { Autocomplete, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'
import { SelectField } from '../../../ui/form/select-field.tsx'
import { listVatOptions } from '../product-form.ts'
import { type BulkChangeFields, type BulkChangeKind, CHANGE_KINDS } from './bulk-change-fields.ts'

const SUGGESTIONS = 8
const MAX_LENGTH = 100
const UNITS: { value: BulkChangeFields['unit']; label: string }[] = [
  { value: 'percent', label: '%' },
  { value: 'rand', label: 'R' },
]

const ENDINGS: { value: BulkChangeFields['ending']; label: string }[] = [
  { value: '', label: 'Any cents' },
  { value: '0.99', label: ',99' },
  { value: '0.50', label: ',00 or ,50' },
  { value: '0.00', label: ',00' },
]

const AMOUNT_LABELS: Partial<Record<BulkChangeKind, string>> = {
  set_price: 'New price (ZAR)',
  set_reorder_level: 'New reorder level',
  set_order_quantity: 'New order quantity',
}
const UNSEEN = 'You see a preview before anything changes.'
const REMOVABLE = 'Leave it empty to remove it.'
const HINTS: Partial<Record<BulkChangeKind, string>> = {
  set_category: REMOVABLE,
  set_supplier: REMOVABLE,
  set_reorder_level: `Reorder at or below this stock. ${REMOVABLE}`,
  set_order_quantity: `Orders are rounded up to a multiple of this. ${REMOVABLE}`,
  set_vat_rate: 'Prices stay the same. Earlier sales keep their VAT.',
}

type Props = { fields: BulkChangeFields; problem: string | null; onChange: (change: Partial<BulkChangeFields>) => void }

export function BulkChangeForm({ fields: { kind, unit, value, ending }, problem, onChange }: Props) {
  return (
    <div className="columns">
      <SelectField
        label="What to change"
        data={CHANGE_KINDS}
        value={kind}
        onChange={(chosen) => chosen && onChange({ kind: chosen, value: chosen === 'set_vat_rate' ? '0' : '' })}
      />
      {kind === 'set_category' || kind === 'set_supplier' ? (
        <NameField kind={kind} value={value} onChange={onChange} />
      ) : kind === 'set_vat_rate' ? (
        <VatField value={value} onChange={onChange} />
      ) : (
        <div className="row top">
          <TextInput
            size="md"
            flex={1}
            label={AMOUNT_LABELS[kind] ?? 'By how much'}
            inputMode="decimal"
            autoComplete="off"
            value={value}
            error={problem}
            onChange={(event) => onChange({ value: event.currentTarget.value })}
          />
          {(kind === 'raise_price' || kind === 'lower_price') && (
            <SelectField
              w={80}
              mt={26} // beside the field, below its label
              aria-label="Unit"
              data={UNITS}
              value={unit}
              onChange={(chosen) => chosen && onChange({ unit: chosen })}
            />
          )}
        </div>
      )}
      {(kind === 'raise_price' || kind === 'lower_price') && (
        <SelectField
          label="Prices end with"
          data={ENDINGS}
          value={ending}
          onChange={(chosen) => chosen !== null && onChange({ ending: chosen })}
        />
      )}
      <p className="full-row grey small">
        {HINTS[kind] ??
          (ending !== '' && kind !== 'set_price'
            ? `Prices go to the nearest one that fits. ${UNSEEN}`
            : `Prices are rounded to cents. ${UNSEEN}`)}
      </p>
    </div>
  )
}

function VatField({ value, onChange }: Pick<NameProps, 'value' | 'onChange'>) {
  const options = useQuery(api.products.options.queryOptions())
  return (
    <SelectField
      label="New VAT"
      data={listVatOptions(options.data?.vat_rates ?? [0]).map(({ value, label }) => ({ value: String(value), label }))}
      value={value}
      onChange={(chosen) => chosen && onChange({ value: chosen })}
    />
  )
}

type NameProps = { kind: 'set_category' | 'set_supplier'; value: string; onChange: Props['onChange'] }

function NameField({ kind, value, onChange }: NameProps) {
  const options = useQuery(api.products.options.queryOptions())
  return (
    <Autocomplete
      size="md"
      label={kind === 'set_category' ? 'New category' : 'New supplier'}
      data={kind === 'set_category' ? options.data?.categories : options.data?.suppliers}
      limit={SUGGESTIONS}
      maxLength={MAX_LENGTH}
      openOnFocus={false}
      value={value}
      onChange={(typed) => onChange({ value: typed })}
    />
  )
}
