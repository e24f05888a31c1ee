import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { SalesImport } from '../../../../contract/sales-imports.ts'
import { api, refetchPolicy } from '../../../lib/api/api.ts'
import { formatDateTimeIn, formatPeriod } from '../../../lib/format/dates.ts'
import { formatRand, pluralize } from '../../../lib/format/money.ts'
import { Pill } from '../../../ui/display/pill.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'

type Actions = { onUndo: (past: SalesImport) => void; onResume: (past: SalesImport) => void }

const RUNNING_REFETCH_MS = 2_000

/** The imports of the business, newest first; nothing before the first one. */
export function PastImports({ timezone, ...actions }: Actions & { timezone: string }) {
  const titleId = useId()
  const imports = useQuery(
    api.salesImports.list.queryOptions({
      refetchInterval: (query) =>
        refetchPolicy({ everyMs: query.state.data?.some(({ is_running }) => is_running) && RUNNING_REFETCH_MS })(query),
    }),
  )
  if (imports.isError && !imports.data) return <LoadFailure query={imports} failure="Failed to load the imports" />
  if (!imports.data || imports.data.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="stack gap-8">
      <Box component="h3" id={titleId} fz="md">
        Past imports
      </Box>
      <ul className="framed ruled">
        {imports.data.map((past) => (
          <PastImport key={past.importid} past={past} timezone={timezone} {...actions} />
        ))}
      </ul>
    </section>
  )
}

function PastImport({ past, timezone, onUndo, onResume }: Actions & { past: SalesImport; timezone: string }) {
  const { file_name, stored_sales, amount, first_day, last_day, imported_by, created_at, moves_stock } = past
  const isStopped = !past.is_running && (past.state === 'importing' || past.state === 'undoing')
  const days = first_day && last_day && formatPeriod({ from: first_day, to: last_day })
  return (
    <Box component="li" className="row gap-12" p="10px 12px">
      <div className="rest">
        <p className="row wrap medium break">
          {file_name} <ImportState past={past} />
        </p>
        <p className="grey small digits">
          {[pluralize(stored_sales, 'sale'), past.state === 'imported' && formatRand(amount), days, moves_stock && 'with stock']
            .filter(Boolean)
            .join(' • ')}
        </p>
        <p className="grey small digits">
          {formatDateTimeIn(timezone, created_at)}
          {imported_by && `, ${imported_by}`}
        </p>
      </div>
      <div className="row keep-size">
        {isStopped && past.state === 'importing' && (
          <Button size="xs" aria-label={`Continue the import of ${file_name}`} onClick={() => onResume(past)}>
            Continue
          </Button>
        )}
        {past.state !== 'undone' && !past.is_running && (
          <Button variant="default" size="xs" aria-label={`Undo the import of ${file_name}`} onClick={() => onUndo(past)}>
            Undo
          </Button>
        )}
      </div>
    </Box>
  )
}

function ImportState({ past: { state, is_running } }: { past: SalesImport }) {
  if (is_running) return <Pill tone="grey">{state === 'undoing' ? 'Undoing…' : 'Importing…'}</Pill>
  if (state === 'undone') return <Pill tone="grey">Undone</Pill>
  return state === 'imported' ? null : <Pill tone="red">Stopped</Pill>
}
