import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import type { ImportPreview } from '../../contract/product-import.ts'
import { count, counted, NO_FIGURE } from '../lib/money.ts'
import { FilterToggle } from '../ui/filter-toggle.tsx'
import { Notice } from '../ui/notice.tsx'
import classes from './import-lines.module.css'
import { LABELS } from './product-form.ts'

type Line = ImportPreview['lines'][number]
type Outcome = Line['outcome']

const OUTCOMES: { outcome: Outcome; title: string }[] = [
  { outcome: 'refused', title: 'Refused' },
  { outcome: 'changed', title: 'Changed' },
  { outcome: 'new', title: 'New' },
]
const PER_PAGE = 50

/** What a file would do, in numbers and line by line. */
export function ImportLines({ fileName, preview }: { fileName: string; preview: ImportPreview }) {
  const titleId = useId()
  const [only, setOnly] = useState<Outcome | null>(preview.refused > 0 ? 'refused' : null)
  const [page, setPage] = useState(1)
  const lines = preview.lines.filter(({ outcome }) => only === null || outcome === only)
  const pages = Math.max(1, Math.ceil(lines.length / PER_PAGE))
  const shown = lines.slice((page - 1) * PER_PAGE, page * PER_PAGE)

  return (
    <>
      <div>
        <p id={titleId} className={classes.sum}>
          {count(preview.new)} new, {count(preview.changed)} changed, {count(preview.refused)} refused
        </p>
        <p className={classes.file}>
          {fileName}
          {preview.unchanged > 0 && ` • ${counted(preview.unchanged, 'line')} as the products already are`}
        </p>
      </div>
      {preview.ignored.length > 0 && (
        <Notice kind="quiet">Columns without a meaning here are left out: {preview.ignored.join(', ')}.</Notice>
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
                {shown.map((line) => (
                  <tr key={line.line}>
                    <td>{line.line}</td>
                    <td>{line.productname || NO_FIGURE}</td>
                    <td data-outcome={line.outcome}>{happening(line)}</td>
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

function happening({ outcome, reason, fields }: Line) {
  if (outcome === 'refused') return `Refused: ${reason}`
  return outcome === 'new' ? 'New' : `Changed: ${fields?.map(named).join(', ')}`
}

const named = (field: string) => (field in LABELS ? LABELS[field as keyof typeof LABELS].toLowerCase() : field)
