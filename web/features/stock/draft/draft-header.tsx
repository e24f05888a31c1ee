import { Textarea, TextInput } from '@mantine/core'
import type { SiteOption } from '../../../../contract/sites.ts'
import type { DraftKind } from '../../../../contract/stock-documents.ts'
import type { SupplierOption } from '../../../../contract/suppliers.ts'
import { DateField } from '../../../ui/form/date-field.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import classes from './draft.module.css'
import { hasPrices } from './draft-form.ts'
import type { DraftForm } from './use-draft.ts'

type Props = {
  kind: DraftKind
  form: DraftForm
  sites: SiteOption[]
  /** Where a transfer may go. */
  destinations: SiteOption[]
  suppliers: SupplierOption[]
  /** A delivery of an order has its site and supplier: they are not asked. */
  hasOrder: boolean
}

const REFERENCES: Record<DraftKind, [label: string, placeholder: string]> = {
  order: ['Reference (optional)', 'Your own number'],
  delivery: ['Invoice or delivery note (optional)', 'The number on the document'],
  transfer: ['Reference (optional)', 'Such as the van or the driver'],
  adjustment: ['Reference (optional)', 'Such as a case number'],
}

const toOptions = (sites: SiteOption[]) => sites.map(({ siteid, sitename }) => ({ value: siteid, label: sitename }))

/** Where, from whom, when, and what a person wants to say about it. */
export function DraftHeader({ kind, form, sites, destinations, suppliers, hasOrder }: Props) {
  const [referenceLabel, referencePlaceholder] = REFERENCES[kind]
  const { siteid, lines } = form.values
  const hasLines = lines.length > 0
  return (
    <div className={`panel ${classes.header}`}>
      {!hasOrder && (
        <SelectField<number>
          label={kind === 'transfer' ? 'From' : 'Site'}
          placeholder="Select a site"
          // The lines are products of the site.
          disabled={hasLines}
          classNames={{ input: classes.fixed }}
          description={hasLines ? 'Remove the lines to change it.' : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={toOptions(sites)}
          {...form.getInputProps('siteid')}
        />
      )}
      {kind === 'transfer' && (
        <SelectField<number>
          label="To"
          placeholder="Select a site"
          data={toOptions(destinations.filter((site) => site.siteid !== siteid))}
          {...form.getInputProps('to_siteid')}
        />
      )}
      {hasPrices(kind) && !hasOrder && (
        <SelectField<number>
          label={kind === 'order' ? 'Supplier' : 'Supplier (optional)'}
          placeholder="Select a supplier"
          data={suppliers.map(({ supplierid, name }) => ({ value: supplierid, label: name }))}
          clearable={kind === 'delivery'}
          clearButtonProps={{ 'aria-label': 'No supplier' }}
          {...form.getInputProps('supplierid')}
        />
      )}
      {kind === 'order' && <DateField label="Expected (optional)" min="2000-01-01" {...form.getInputProps('expected_on')} />}
      <TextInput
        size="md"
        label={referenceLabel}
        placeholder={referencePlaceholder}
        maxLength={100}
        {...form.getInputProps('reference')}
      />
      <Textarea size="md" label="Note (optional)" autosize minRows={1} maxLength={1000} {...form.getInputProps('note')} />
    </div>
  )
}
