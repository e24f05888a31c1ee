import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { ImportPreview } from '../../../contract/products.ts'
import { formatCount, formatQuantity, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import classes from './import-lines.module.css'
import { withStockChoice } from './import-stock.ts'
import { LABELS } from './product-form.ts'
import type { PreviewStep } from './use-import.ts'

type Line = ImportPreview['lines'][number]
type Outcome = Line['outcome']

const OUTCOMES: { outcome: Outcome; title: string }[] = [
  { outcome: 'rejected', title: 'Refused' },
  { outcome: 'changed', title: 'Changed' },
  { outcome: 'new', title: 'New' },
]
const PER_PAGE = 50

type Props = Omit<PreviewStep, 'kind'> & { onSetStock: (setsStock: boolean) => void }

/** The preview of an import: the counts and the lines. */
export function ImportLines({ fileName, preview, setsStock, onSetStock }: Props) {
  const chosen = withStockChoice(preview, setsStock)
  const titleId = useId()
  const [filter, setFilter] = useState<Outcome | null>(chosen.rejected > 0 ? 'rejected' : null)
  const [page, setPage] = useState(1)
  const lines = chosen.lines.filter(({ outcome }) => filter === null || outcome === filter)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))

  const showOnly = (outcome: Outcome | null) => {
    setFilter(outcome)
    setPage(1)
  }

  return (
    <>
      <div>
        <p id={titleId} className={classes.sum}>
          {formatCount(chosen.new)} new, {formatCount(chosen.changed)} changed, {formatCount(chosen.rejected)} refused
        </p>
        <p className={classes.file}>
          {fileName}
          {chosen.unchanged > 0 && ` • ${pluralize(chosen.unchanged, 'line')} unchanged`}
        </p>
      </div>
      {chosen.ignored.length > 0 && <Notice kind="quiet">Ignored columns: {chosen.ignored.join(', ')}.</Notice>}
      {preview.stock_differs > 0 && (
        <StockChoice
          products={preview.stock_differs}
          setsStock={setsStock}
          onChange={(checked) => {
            onSetStock(checked)
            showOnly(null)
          }}
        />
      )}
      {chosen.lines.length > 0 && (
        <>
          <OutcomeFilter preview={chosen} filter={filter} onFilter={showOnly} />
          <LinesTable key={`${filter}-${page}`} titleId={titleId} lines={lines.slice((page - 1) * PER_PAGE, page * PER_PAGE)} />
          {pages > 1 && <LinesPager page={page} pages={pages} lines={lines.length} onPage={setPage} />}
        </>
      )}
    </>
  )
}

type StockProps = { products: number; setsStock: boolean; onChange: (setsStock: boolean) => void }

const StockChoice = ({ products, setsStock, onChange }: StockProps) => (
  <div>
    <p>The stock of {pluralize(products, 'product')} differs from the file. It stays unchanged unless you choose to set it.</p>
    <label className={classes.stock}>
      <input type="checkbox" checked={setsStock} onChange={(event) => onChange(event.currentTarget.checked)} />
      Set their stock to the value in the file
    </label>
  </div>
)

type FilterProps = { preview: ImportPreview; filter: Outcome | null; onFilter: (outcome: Outcome | null) => void }

const OutcomeFilter = ({ preview, filter, onFilter }: FilterProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label="Lines shown" className={classes.filters}>
    {OUTCOMES.filter(({ outcome }) => preview[outcome] > 0).map(({ outcome, title }) => (
      <FilterToggle key={outcome} on={filter === outcome} onToggle={(on) => onFilter(on ? outcome : null)}>
        {title} {formatCount(preview[outcome])}
      </FilterToggle>
    ))}
  </div>
)

const LinesTable = ({ titleId, lines }: { titleId: string; lines: Line[] }) => (
  // Focusable, or the keyboard could not scroll it.
  <section className={classes.scroller} aria-labelledby={titleId} tabIndex={0}>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Line</th>
          <th scope="col">Product</th>
          <th scope="col">What happens</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.line}>
            <td>{line.line}</td>
            <td>{line.productname || NO_VALUE}</td>
            <td data-outcome={line.outcome}>
              <ImportResult {...line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

function ImportResult({ outcome, reason, has_namesake, price = 0, stock = 0, fields = [] }: Line) {
  if (outcome === 'rejected') return `Refused: ${reason}`
  if (outcome === 'new')
    return `New${has_namesake ? '; another product has this name' : ''}: price ${formatRand(price)}, stock ${formatQuantity(stock)}`
  return (
    <ul className={classes.changes}>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          {LABELS[field as keyof typeof LABELS]}: {formatValue(field, before)} → {formatValue(field, after)}
        </li>
      ))}
    </ul>
  )
}

function formatValue(field: string, value: string | number) {
  if (typeof value === 'string') return value || NO_VALUE
  return field === 'stock' ? formatQuantity(value) : formatRand(value)
}

type PagerProps = { page: number; pages: number; lines: number; onPage: (page: number) => void }

const LinesPager = ({ page, pages, lines, onPage }: PagerProps) => (
  <div className={classes.pager}>
    <span role="status">
      Page {formatCount(page)} / {formatCount(pages)} • {pluralize(lines, 'line')}
    </span>
    <Button variant="default" size="xs" disabled={page === 1} onClick={() => onPage(page - 1)}>
      Previous lines
    </Button>
    <Button variant="default" size="xs" disabled={page === pages} onClick={() => onPage(page + 1)}>
      Next lines
    </Button>
  </div>
)
