import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { ImportPreview } from '../../../contract/products.ts'
import { count, counted, NO_FIGURE, quantity, rand } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import classes from './import-lines.module.css'
import { withStockChoice } from './import-stock.ts'
import { LABELS } from './product-form.ts'
import type { ShownImport } from './use-import.ts'

type Line = ImportPreview['lines'][number]
type Outcome = Line['outcome']

const OUTCOMES: { outcome: Outcome; title: string }[] = [
  { outcome: 'refused', title: 'Refused' },
  { outcome: 'changed', title: 'Changed' },
  { outcome: 'new', title: 'New' },
]
const PER_PAGE = 50

type Props = Omit<ShownImport, 'at'> & { onSetStock: (setsStock: boolean) => void }

/** The preview of an import: the counts and the lines. */
export function ImportLines({ fileName, preview: read, setsStock, onSetStock }: Props) {
  const preview = withStockChoice(read, setsStock)
  const titleId = useId()
  const [only, setOnly] = useState<Outcome | null>(preview.refused > 0 ? 'refused' : null)
  const [page, setPage] = useState(1)
  const lines = preview.lines.filter(({ outcome }) => only === null || outcome === only)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))
  const onPage = lines.slice((page - 1) * PER_PAGE, page * PER_PAGE)

  return (
    <>
      <div>
        <p id={titleId} className={classes.sum}>
          {count(preview.new)} new, {count(preview.changed)} changed, {count(preview.refused)} refused
        </p>
        <p className={classes.file}>
          {fileName}
          {preview.unchanged > 0 && ` • ${counted(preview.unchanged, 'line')} unchanged`}
        </p>
      </div>
      {preview.ignored.length > 0 && <Notice kind="quiet">Ignored columns: {preview.ignored.join(', ')}.</Notice>}
      {read.stock_differs > 0 && (
        <div>
          <p>
            The stock of {counted(read.stock_differs, 'product')} differs from the file. It stays unchanged unless you choose to
            set it.
          </p>
          <label className={classes.stock}>
            <input
              type="checkbox"
              checked={setsStock}
              onChange={(event) => {
                onSetStock(event.currentTarget.checked)
                setOnly(null)
                setPage(1)
              }}
            />
            Set their stock to the value in the file
          </label>
        </div>
      )}
      {preview.lines.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons. */}
          <div role="group" aria-label="Lines shown" className={classes.filters}>
            {OUTCOMES.filter(({ outcome }) => preview[outcome] > 0).map(({ outcome, title }) => (
              <FilterToggle
                key={outcome}
                on={only === outcome}
                onToggle={(on) => {
                  setOnly(on ? outcome : null)
                  setPage(1)
                }}
              >
                {title} {count(preview[outcome])}
              </FilterToggle>
            ))}
          </div>
          {/* Focusable, or the keyboard could not scroll it. */}
          <section className={classes.room} aria-labelledby={titleId} tabIndex={0} key={`${only}-${page}`}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">Product</th>
                  <th scope="col">What happens</th>
                </tr>
              </thead>
              <tbody>
                {onPage.map((line) => (
                  <tr key={line.line}>
                    <td>{line.line}</td>
                    <td>{line.productname || NO_FIGURE}</td>
                    <td data-outcome={line.outcome}>
                      <ImportResult {...line} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {pages > 1 && (
            <div className={classes.pager}>
              <span role="status">
                Page {count(page)} / {count(pages)} • {counted(lines.length, 'line')}
              </span>
              <Button variant="default" size="xs" disabled={page === 1} onClick={() => setPage(page - 1)}>
                Previous lines
              </Button>
              <Button variant="default" size="xs" disabled={page === pages} onClick={() => setPage(page + 1)}>
                Next lines
              </Button>
            </div>
          )}
        </>
      )}
    </>
  )
}

function ImportResult({ outcome, reason, has_namesake, price = 0, stock = 0, fields = [] }: Line) {
  if (outcome === 'refused') return `Refused: ${reason}`
  if (outcome === 'new')
    return `New${has_namesake ? '; another product has this name' : ''}: price ${rand(price)}, stock ${quantity(stock)}`
  return (
    <ul className={classes.changes}>
      {fields.map(({ field, before, after }) => (
        <li key={field}>
          {LABELS[field as keyof typeof LABELS]}: {shown(field, before)} → {shown(field, after)}
        </li>
      ))}
    </ul>
  )
}

function shown(field: string, value: string | number) {
  if (typeof value === 'string') return value || NO_FIGURE
  return field === 'stock' ? quantity(value) : rand(value)
}
