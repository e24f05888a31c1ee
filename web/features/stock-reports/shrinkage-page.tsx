import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useSeesCosts } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { type RangeChoice, toChoice, toSearch } from '../../lib/format/ranges.ts'
import { REPORTS_TRAIL } from '../../lib/url/trails.ts'
import { DataTable } from '../../list/data-table.tsx'
import type { ListState } from '../../list/list-rules.ts'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { createShrinkageView } from './shrinkage-columns.tsx'
import { ShrinkageControls } from './shrinkage-controls.tsx'
import { createTableRows, type TableRow } from './shrinkage-rows.ts'
import { type ShrinkageScreenSearch, toShrinkageInput } from './shrinkage-search.ts'
import { ShrinkageTiles } from './shrinkage-tiles.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, shrinkageQuery } from './stock-report-queries.ts'

const route = getRouteApi('/_signed-in/reports_/shrinkage')

/** The report has one page and one order. */
const LIST: ListState<string> & { siteid?: number | undefined } = { q: '', sort: 'site', dir: 'asc', page: 1 }

const ShrinkageDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./shrinkage-definitions.tsx')).ShrinkageDefinitions,
)

/** What was lost and found, by site and reason. */
export function ShrinkagePage() {
  const search: ShrinkageScreenSearch = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const today = useToday(useTimezone())
  const seesCosts = useSeesCosts()
  const isPhone = useIsPhone()
  const choice = toChoice(search)
  const input = toShrinkageInput(search, today)
  const shrinkage = useQuery(shrinkageQuery(input))
  const rows = shrinkage.data && createTableRows(shrinkage.data.rows)
  const onSite = (siteid: number | undefined) => {
    const { siteid: _, ...rest } = search
    void navigate({ search: { ...rest, ...(siteid !== undefined && { siteid }) } })
  }
  const onChoose = (chosen: RangeChoice) => {
    const { siteid } = search
    void navigate({ search: { ...toSearch(chosen), ...(siteid !== undefined && { siteid }) } })
  }
  return (
    <StockReportLayout
      trail={REPORTS_TRAIL}
      title="Shrinkage"
      subtitle="Stock lost and found"
      report={shrinkage.data}
      exportUrl={getExportUrl('shrinkage', input)}
      controls={<ShrinkageControls {...{ choice, today, onChoose, onSite }} siteid={search.siteid} />}
    >
      {!isPhone && <ShrinkageTiles query={shrinkage} />}
      <DataTable<TableRow, typeof LIST>
        title="By site and reason"
        view={createShrinkageView(shrinkage.data?.total, seesCosts)}
        query={{ ...shrinkage, data: rows && { rows, page: 1, pages: 1, results: shrinkage.data?.rows.length ?? 0 } }}
        search={{ ...LIST, siteid: search.siteid }}
        onSearch={({ siteid }) => onSite(siteid)}
        aside={<DefinitionsButton>{(close) => <ShrinkageDefinitions onClose={close} />}</DefinitionsButton>}
        failure="Could not load the shrinkage report"
        empty={{
          icon: IconPackage,
          text: 'Nothing lost or found in these days.',
          rows: 'losses or finds',
          unfiltered: { siteid: undefined },
        }}
      />
      {isPhone && <ShrinkageTiles query={shrinkage} />}
    </StockReportLayout>
  )
}
