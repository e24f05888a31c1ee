import { Box } from '@mantine/core'
import { IconPackages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DOCUMENT_KINDS, DOCUMENT_STATUSES } from '../../../contract/search/stock.ts'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { useToday } from '../../lib/browser/use-today.ts'
import { KIND_NAMES } from '../../lib/format/documents.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { countFilters, isFiltered, withFilter } from '../../list/list-rules.ts'
import { chooseVisible } from '../../list/row-view.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createDocumentView } from './document-columns.tsx'
import { NewDocumentMenu } from './new-document-menu.tsx'
import { destinationsQuery, listQuery, type Search, UNFILTERED, waitingQuery } from './stock-queries.ts'
import { WaitingDocuments } from './waiting-documents.tsx'

const route = getRouteApi('/_signed-in/stock')

const KIND_OPTIONS = DOCUMENT_KINDS.map((kind) => ({ value: kind, label: `${KIND_NAMES[kind]}s`.replace('ys', 'ies') }))

const STATUS_NAMES = { open: 'All open', draft: 'Drafts', waiting: 'Waiting' }
const STATUS_OPTIONS = DOCUMENT_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))

export function StockPage() {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, navigate)
  const timezone = useTimezone()
  const may = useMay()
  const today = useToday(timezone)
  const documents = useQuery(listQuery(search))
  const waiting = useQuery(waitingQuery())
  const destinations = useQuery({ ...destinationsQuery(), enabled: may('stock.create') })
  const filter = (change: Partial<Search>) => show(withFilter(search, change))
  const view = createDocumentView({ today, timezone })
  const seesCosts = useSeesCosts()
  const isNew = documents.data?.results === 0 && !isFiltered(search, UNFILTERED)

  return (
    <>
      <PageHeader
        title="Stock"
        subtitle="Orders, deliveries, transfers and counts"
        action={may('stock.create') && <NewDocumentMenu siteid={search.siteid} hasSites={(destinations.data?.length ?? 0) > 1} />}
      />
      {!isNew && <WaitingDocuments waiting={waiting} today={today} />}
      {/* After what waits, whose height is not known before. */}
      {!isNew && !waiting.isPending && (
        <ListBar
          search={<SearchBox placeholder="Search by number, supplier, reference, note…" value={search.q} onChange={find} />}
          filters={
            <>
              <FilterSelect
                label="Type"
                value={search.kind ?? ''}
                onChange={(kind) => filter({ kind: kind === '' ? undefined : kind })}
                options={KIND_OPTIONS}
              />
              <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => filter({ siteid })} />
              <FilterSelect
                label="Status"
                value={search.status ?? ''}
                onChange={(status) => filter({ status: status === '' ? undefined : status })}
                options={STATUS_OPTIONS}
              />
            </>
          }
          count={countFilters(search, UNFILTERED)}
          onClear={() => filter({ ...UNFILTERED, q: search.q })}
          results={documents.data?.results}
        />
      )}
      {isNew ? (
        <NoDocuments siteid={search.siteid} mayWrite={may('stock.create')} />
      ) : waiting.isPending ? null : (
        <div id="documents" style={{ scrollMarginTop: 'calc(var(--top-bar) + 16px)' }}>
          <DataTable
            title="Documents"
            view={chooseVisible(view, seesCosts)}
            query={documents}
            search={search}
            onSearch={show}
            failure="Failed to load documents"
            empty={{
              icon: IconPackages,
              text: 'No documents found.',
              rows: 'documents',
              unfiltered: UNFILTERED,
            }}
          />
        </div>
      )}
    </>
  )
}

/** What documents are for, and the two that a business begins with. */
const NoDocuments = ({ siteid, mayWrite }: { siteid: number | undefined; mayWrite: boolean }) => (
  <Box className="panel empty-text stack" py={48} style={{ justifyItems: 'center' }}>
    <RoundIcon icon={IconPackages} />
    <p style={{ maxWidth: '60ch' }}>
      Order and receive goods, move them between sites, count and adjust stock. Every document stays here, so you can see why your
      stock changed.
    </p>
    {mayWrite && (
      <div className="row wrap centre">
        <LinkButton variant="default" to="/stock/new" search={{ kind: 'delivery', siteid }}>
          Receive a delivery
        </LinkButton>
        <LinkButton variant="default" to="/stock/new" search={{ kind: 'order', siteid }}>
          Create an order
        </LinkButton>
      </div>
    )}
  </Box>
)
