import { Textarea, TextInput } from '@mantine/core'
import type { SiteOption } from '../../../../contract/sites.ts'
import type { DraftKind } from '../../../../contract/stock-documents.ts'
import type { SupplierOption } from '../../../../contract/suppliers.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import classes from './draft.module.css'
import { type DraftErrors, type DraftFields, hasPrices } from './draft-form.ts'

type Props = {
  kind: DraftKind
  fields: DraftFields
  errors: DraftErrors
  sites: SiteOption[]
  /** Where a transfer may go. */
  destinations: SiteOption[]
  suppliers: SupplierOption[]
  /** A delivery of an order has its site and supplier: they are not asked. */
  hasOrder: boolean
  onChange: (more: Partial<DraftFields>) => void
}

const REFERENCES: Record<DraftKind, [label: string, placeholder: string]> = {
  order: ['Reference (optional)', 'A number of your own'],
  delivery: ['Invoice or delivery note (optional)', 'The number on the paper'],
  transfer: ['Reference (optional)', 'Such as the van or the driver'],
  adjustment: ['Reference (optional)', 'Such as a case number'],
}

const toOptions = (sites: SiteOption[]) => sites.map(({ siteid, sitename }) => ({ value: siteid, label: sitename }))

/** Where, from whom, when, and what a person wants to say about it. */
export function DraftHeader({ kind, fields, errors, sites, destinations, suppliers, hasOrder, onChange }: Props) {
  const [referenceLabel, referencePlaceholder] = REFERENCES[kind]
  const hasLines = fields.lines.length > 0
  return (
    <div className={`panel ${classes.header}`}>
      {!hasOrder && (
        <SelectField<number>
          label={kind === 'transfer' ? 'From' : 'Site'}
          placeholder="Select a site"
          // The lines are products of the site.
          disabled={hasLines}
          classNames={{ input: classes.fixed }}
          description={hasLines ? 'To change it, remove the lines first.' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={toOptions(sites)}
          value={fields.siteid}
          error={errors.siteid}
          onChange={(siteid) => onChange({ siteid })}
        />
      )}
      {kind === 'transfer' && (
        <SelectField<number>
          label="To"
          placeholder="Select a site"
          data={toOptions(destinations.filter(({ siteid }) => siteid !== fields.siteid))}
          value={fields.to_siteid}
          error={errors.to_siteid}
          onChange={(to_siteid) => onChange({ to_siteid })}
        />
      )}
      {hasPrices(kind) && !hasOrder && (
        <SelectField<number>
          label={kind === 'order' ? 'Supplier' : 'Supplier (optional)'}
          placeholder="Select a supplier"
          data={suppliers.map(({ supplierid, name }) => ({ value: supplierid, label: name }))}
          value={fields.supplierid}
          error={errors.supplierid}
          clearable={kind === 'delivery'}
          clearButtonProps={{ 'aria-label': 'No supplier' }}
          onChange={(supplierid) => onChange({ supplierid })}
        />
      )}
      {kind === 'order' && (
        <DateField
          label="Expected (optional)"
          min="2000-01-01"
          value={fields.expected_on}
          error={errors.expected_on}
          onChange={(event) => onChange({ expected_on: event.currentTarget.value })}
        />
      )}
      <TextInput
        size="md"
        label={referenceLabel}
        placeholder={referencePlaceholder}
        maxLength={100}
        value={fields.reference}
        onChange={(event) => onChange({ reference: event.currentTarget.value })}
      />
      <Textarea
        size="md"
        label="Note (optional)"
        autosize
        minRows={1}
        maxLength={1000}
        value={fields.note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </div>
  )
}
