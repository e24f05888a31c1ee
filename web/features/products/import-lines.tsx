import { type ReactNode, useId, useState } from 'react'
import type { ImportPreview } from '../../../contract/product-imports.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { SiteChoices } from '../../import-sites/site-choices.tsx'
import { formatCount, formatPrice, formatQuantity, formatVatRate, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { ImportCheckbox } from '../../ui/import/import-checkbox.tsx'
import { LinesTable } from '../../ui/import/lines-table.tsx'
import { RejectedDownload } from '../../ui/import/rejected-download.tsx'
import type { PreviewStep } from '../../ui/import/use-import.ts'
import { StepHeading } from '../../ui/steps/step-heading.tsx'
import { describeImport, describeLeftOut } from './describe-import.ts'
import { withStockChoice } from './import-stock.ts'
import { LABELS } from './product-form.ts'
import type { ProductOptions } from './product-import.ts'

type Line = ImportPreview['lines'][number]
type Outcome = Line['outcome']

const OUTCOMES: { outcome: Outcome; title: string }[] = [
  { outcome: 'rejected', title: 'Not imported' },
  { outcome: 'changed', title: 'Changed' },
  { outcome: 'archived', title: 'Archived' },
  { outcome: 'new', title: 'New' },
]

type Step = PreviewStep<ProductOptions, ImportPreview>
type Props = {
  step: Step
  columns: ReactNode
  sites: SiteOption[]
  onOptions: (options: Step['options']) => void
  /** Reads the file again. */
  onRead: (options: Step['options']) => void
}

/** The preview of an import: the counts and the lines. */
export function ImportLines({ step, columns, sites, onOptions, onRead }: Props) {
  const { file, options, preview, isReading } = step
  const { setsStock } = options
  const chosen = withStockChoice(preview, setsStock)
  const titleId = useId()
  const [filter, setFilter] = useState<Outcome | null>(chosen.rejected > 0 ? 'rejected' : null)
  const lines = chosen.lines.filter(({ outcome }) => filter === null || outcome === filter)

  return (
    <>
      <StepHeading id={titleId} title={describeImport(chosen)}>
        {`${formatCount(chosen.new)} new, ${formatCount(chosen.changed)} changed, ${formatCount(chosen.rejected)} not imported • ${file.name}`}
        {chosen.unchanged > 0 && ` • ${formatCount(chosen.unchanged)} unchanged`}
        {chosen.skipped !== undefined &&
          ` • ${pluralize(chosen.skipped, 'row')} left out: ${chosen.skipped === 1 ? 'a heading or total' : 'headings and totals'}`}
        {chosen.joined !== undefined && ` • ${formatCount(chosen.joined)} joined with other sites by barcode`}
      </StepHeading>
      {columns}
      {describeLeftOut(preview).map((sentence) => (
        <p key={sentence} className="grey small">
          {sentence}
        </p>
      ))}
      {preview.unknown_sites !== undefined && (
        <SiteChoices
          unknown={preview.unknown_sites.map(({ name, products, siteid }) => ({
            name,
            siteid,
            count: pluralize(products, 'row'),
          }))}
          title="Site"
          sites={sites}
          chosen={options.sites}
          isReading={isReading}
          onChoose={(chosen) => onRead({ ...options, sites: { ...options.sites, ...chosen } })}
        />
      )}
      {preview.stock_differs > 0 && (
        <StockChoice
          products={preview.stock_differs}
          setsStock={setsStock}
          onChange={(checked) => {
            onOptions({ ...options, setsStock: checked })
            setFilter(null)
          }}
        />
      )}
      {chosen.lines.length > 0 && (
        <>
          <OutcomeFilter preview={chosen} filter={filter} onFilter={setFilter} />
          <LinesTable
            key={`${filter} ${setsStock}`}
            titleId={titleId}
            titles={['Product', 'Result']}
            lines={lines}
            subject={({ productname, sitename }) => `${productname || NO_VALUE}${sitename ? ` • ${sitename}` : ''}`}
            result={(line) => <ImportResult {...line} />}
            isRejected={({ outcome }) => outcome === 'rejected'}
          />
          {chosen.rejected > 0 && (
            <RejectedDownload label={`Download ${pluralize(chosen.rejected, 'line')} to fix`} source={step} />
          )}
        </>
      )}
    </>
  )
}

type StockProps = { products: number; setsStock: boolean; onChange: (setsStock: boolean) => void }

const StockChoice = ({ products, setsStock, onChange }: StockProps) => (
  <div>
    <p>The stock of {pluralize(products, 'product')} differs from the file and stays the same unless you set it.</p>
    <ImportCheckbox label="Set their stock to the value in the file" checked={setsStock} onChange={onChange} />
  </div>
)

type FilterProps = { preview: ImportPreview; filter: Outcome | null; onFilter: (outcome: Outcome | null) => void }

const OutcomeFilter = ({ preview, filter, onFilter }: FilterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label="Lines shown" className="row wrap">
    {OUTCOMES.filter(({ outcome }) => (preview[outcome] ?? 0) > 0).map(({ outcome, title }) => (
      <FilterToggle key={outcome} on={filter === outcome} onToggle={(on) => onFilter(on ? outcome : null)}>
        {title} {formatCount(preview[outcome] ?? 0)}
      </FilterToggle>
    ))}
  </div>
)

function ImportResult({ outcome, reason, has_namesake, is_joined, price = 0, stock = 0, fields = [] }: Line) {
  if (outcome === 'rejected') return `Not imported: ${reason}`
  if (outcome === 'archived') return 'Archived: inactive in the file'
  if (outcome === 'new')
    return `New${has_namesake ? '; another product has this name' : ''}${is_joined ? '; joined with another site' : ''}: price ${formatPrice(price)}, stock ${formatQuantity(stock)}`
  return (
    <ul className="stack tight digits">
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          {LABELS[field as keyof typeof LABELS]}: {formatValue(field, before)} → {formatValue(field, after)}
        </li>
      ))}
    </ul>
  )
}

function formatValue(field: string, value: string | number) {
  if (field === 'vat_rate' && (value === 'exempt' || typeof value === 'number')) return formatVatRate(value)
  if (typeof value === 'string') return value || NO_VALUE
  return field === 'price' || field === 'purchaseprice' ? formatPrice(value) : formatQuantity(value)
}
