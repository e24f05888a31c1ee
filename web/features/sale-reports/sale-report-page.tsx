import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { chooseGroup, listGroups, NAME_TITLES } from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { explainMissing, formatComparedRange } from '../../figures/compared-range.ts'
import { useComparison } from '../../figures/comparison.ts'
import { type FiguresChoice, FiguresControls, useFiguresSheet } from '../../figures/figures-controls.tsx'
import { SALE_REPORT_NAMES } from '../../figures/sale-report-names.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { decapitalise } from '../../lib/format/capitalise.ts'
import { formatDateIn, formatTimeIn } from '../../lib/format/dates.ts'
import { toPlural } from '../../lib/format/money.ts'
import { type RangeChoice, toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { REPORTS_TRAIL } from '../../lib/url/trails.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { PrintButton } from '../../list/print-button.tsx'
import { SearchBox } from '../../list/search-box.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createSaleReportView, getName } from './sale-report-columns.tsx'
import { findDrillDown, withoutUsualSort, withSortOrder } from './sale-report-links.ts'
import { getExportUrl, saleReportQuery, toInput } from './sale-report-queries.ts'
import { isSaleReport, type Search } from './sale-report-search.ts'
import { EMPTY, GROUP_NAMES } from './sale-report-words.ts'

const route = getRouteApi('/_signed-in/reports_/$kind')

const SaleReportDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./sale-report-definitions.tsx')).SaleReportDefinitions,
)

/** Tips, gift cards, discounts, refunds or charges. */
export function SaleReportPage() {
  const { kind } = route.useParams()
  // Another report has other rows: nothing of the one before stays.
  return isSaleReport(kind) && <Report key={kind} kind={kind} />
}

function Report({ kind }: { kind: SaleReportKind }) {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const timezone = useTimezone()
  const today = useToday(timezone)
  const compare = useComparison(search)
  const by = chooseGroup({ ...search, kind })
  const sorted = withSortOrder(kind, search)
  const input = toInput(kind, search, toDates(toChoice(search), today), compare)
  const query = useQuery(saleReportQuery(input))
  const report = query.data
  const { name, question } = SALE_REPORT_NAMES[kind]

  const { show, find } = listNavigation(sorted, ({ search: next, replace }) =>
    navigate({ search: withoutUsualSort(kind, next), replace }),
  )
  const change = (changed: Partial<Search>) =>
    void navigate({ search: { ...withoutUsualSort(kind, sorted), ...changed, page: 1 } })
  const choose = (choice: RangeChoice) => {
    const { range: _range, from: _from, to: _to, ...rest } = withoutUsualSort(kind, sorted)
    void navigate({ search: { ...rest, page: 1, ...toSearch(choice) } })
  }
  const ofName = report?.of_name && getName(kind, 'name', { key: '', name: report.of_name })
  const title = decapitalise(by === 'name' ? NAME_TITLES[kind] : GROUP_NAMES[by])
  const inner = by !== listGroups(kind)[0] || search.name !== undefined
  const chips =
    search.name === undefined
      ? []
      : [{ text: `${NAME_TITLES[kind]}: ${ofName ?? '…'}`, onRemove: () => change({ name: undefined }) }]
  const isPhone = useIsPhone()
  const figures: FiguresChoice = {
    choice: toChoice(search),
    today,
    onChoose: choose,
    compare,
    onCompare: (chosen) => change({ compare: chosen }),
    places: { ...search, onFilter: change, ...(kind === 'gift-cards' && { hasEmployees: false }) },
  }
  const comparison = report && compare !== 'off' && (
    <p className="small grey">
      {report.compared_range ? `vs ${formatComparedRange(report.compared_range, input.to, timezone)}` : explainMissing(report)}
    </p>
  )
  return (
    <>
      <PageHeader
        trail={[
          ...REPORTS_TRAIL,
          ...(inner ? [{ name, link: linkOptions({ to: '/reports/$kind', params: { kind }, search: toOuter(search) }) }] : []),
        ]}
        title={inner ? `${name}: by ${title}` : name}
        subtitle={question}
        status={report?.replica_as_at && <AsAt time={formatTimeIn(timezone, report.replica_as_at)} />}
        isControlsBelow
        controls={!isPhone && <FiguresControls {...figures} />}
        more={
          <>
            <PrintButton />
            <ExportButton url={getExportUrl(input)} />
          </>
        }
      />
      <ListBar
        search={
          by !== 'day' && (
            <SearchBox
              placeholder={by === 'sale' ? 'Search by reference…' : 'Search by name…'}
              value={search.q}
              onChange={find}
            />
          )
        }
        range={useFiguresSheet(figures)}
        filters={
          <ChoiceSelect
            label="By"
            value={by}
            options={listGroups(kind).map((value) => ({
              value,
              label: value === 'name' ? NAME_TITLES[kind] : GROUP_NAMES[value],
            }))}
            onChange={(chosen) => change({ by: chosen, sort: undefined, dir: undefined, q: '' })}
          />
        }
        chips={chips}
        count={(search.sites?.length ? 1 : 0) + (search.employees?.length ? 1 : 0)}
        onClear={() => change({ sites: undefined, employees: undefined })}
        results={report?.results}
      />
      <DataTable
        title={name}
        view={createSaleReportView(report, {
          ...{ kind, search, timezone, compares: compare !== 'off' },
          link: (row) => findDrillDown(kind, search, row, row.sale && formatDateIn(timezone, row.sale.saledate)),
        })}
        query={{ ...query, data: report && { ...report, rows: report.rows.map((row, index) => ({ ...row, index })) } }}
        search={sorted}
        onSearch={show}
        aside={
          <>
            {!isPhone && comparison}
            <DefinitionsButton>{(close) => <SaleReportDefinitions kind={kind} onClose={close} />}</DefinitionsButton>
          </>
        }
        failure="Failed to load the report"
        empty={{
          icon: IconReceipt,
          text: EMPTY[kind],
          rows: search.q ? toPlural(title) : decapitalise(name),
          unfiltered: UNFILTERED,
        }}
      />
      {/* Above the rows of a phone, it would move them when it comes. */}
      {isPhone && comparison}
    </>
  )
}

const UNFILTERED = { q: '', name: undefined, sites: [], employees: [] }

/** The usual rows of the report, for the same days and places. */
const toOuter = ({ range, from, to, compare, sites }: Search) => ({ range, from, to, compare, sites })
