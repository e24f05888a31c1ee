import { Box, Button } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { StockEntry } from '../../../contract/product-stock.ts'
import { useMay } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { formatDateIn, formatDateTimeIn, formatLongDay } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatQuantity, pluralize } from '../../lib/format/money.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'

const SKELETON_ROWS = 3

/** What changed the stock of a product, and the latest sales with it for who may see sales. */
export function StockHistory({ productid }: { productid: number }) {
  const timezone = useTimezone()
  const mayReadSales = useMay()('products.sales')
  return (
    <>
      <Changes productid={productid} timezone={timezone} />
      {mayReadSales && <LatestSales productid={productid} timezone={timezone} />}
    </>
  )
}

/** It is the last of the form: what it shows would be below the screen. */
const showSection = (changes: HTMLElement | null) => changes?.closest('[data-wide]')?.scrollIntoView({ block: 'start' })

type Props = { productid: number; timezone: string }

function Changes({ productid, timezone }: Props) {
  const titleId = useId()
  const history = useInfiniteQuery(
    api.products.stockHistory.infiniteOptions({
      input: (before: number | undefined) => ({ productid, before }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      meta: { changesWith: 'sales' },
    }),
  )
  if (history.isError && !history.data) return <LoadFailure query={history} failure="Failed to load the changes" />
  return (
    <section ref={showSection}>
      <Box component="h3" id={titleId} mb="xs">
        Changes
      </Box>
      <BorderedBox>
        <SmallTable
          titleId={titleId}
          columns={createColumns(timezone)}
          rows={history.data?.pages.flatMap(({ entries }) => entries)}
          rowKey={({ movementid }) => movementid ?? 0}
          skeletonRows={SKELETON_ROWS}
        />
      </BorderedBox>
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show earlier changes
        </Button>
      )}
    </section>
  )
}

const createColumns = (timezone: string): SmallTableColumn<StockEntry>[] => [
  {
    title: 'When',
    holds: 'name',
    cell: (entry) => (
      <>
        {formatMoment(entry, timezone)}
        <SecondaryLine>{describeEntry(entry)}</SecondaryLine>
        {entry.note && <SecondaryLine>{entry.note}</SecondaryLine>}
      </>
    ),
  },
  {
    title: 'What',
    wide: true,
    cell: (entry) => (
      <>
        {describeEntry(entry)}
        {entry.note && <span className="second-line">{entry.note}</span>}
      </>
    ),
  },
  { title: 'Change', holds: 'number', cell: (entry) => formatChange(entry.stock_after - entry.stock_before) },
  { title: 'Stock after', holds: 'number', cell: (entry) => <b>{formatQuantity(entry.stock_after)}</b> },
]

/** Sales are those of a day. */
const formatMoment = ({ kind, moved_at }: StockEntry, timezone: string) =>
  kind === 'sales' || kind === 'correction'
    ? formatLongDay(formatDateIn(timezone, moved_at))
    : formatDateTimeIn(timezone, moved_at)

const formatChange = (change: number) => `${change > 0 ? '+' : ''}${formatQuantity(change)}`

export const DocumentLink = ({ document }: { document: NonNullable<StockEntry['document']> }) => (
  <Link to="/stock/$documentid" params={{ documentid: String(document.documentid) }}>
    {getDocumentName(document)}
  </Link>
)

function describeEntry({ kind, sold, returned, sales, changed_by, document }: StockEntry) {
  const by = changed_by ? ` by ${changed_by}` : ''
  if (document)
    return (
      <>
        <DocumentLink document={document} />
        {by}
      </>
    )
  if (kind === 'opening') return `Opening stock${by}`
  if (kind === 'edit') return `Changed${by}`
  if (kind === 'import') return `Imported${by}`
  if (kind === 'correction') return 'Sales corrected'
  const quantities = [sold !== 0 && `Sold ${formatQuantity(sold)}`, returned !== 0 && `returned ${formatQuantity(returned)}`]
  const text = `${quantities.filter(Boolean).join(', ')} in ${pluralize(sales, 'sale')}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function LatestSales({ productid, timezone }: Props) {
  const titleId = useId()
  const sales = useQuery(api.products.sales.queryOptions({ input: { productid }, meta: { changesWith: 'sales' } }))
  if (sales.isError && !sales.data) return <LoadFailure query={sales} failure="Failed to load the sales" />
  if (!sales.data) return null
  return (
    <section>
      <Box component="h3" id={titleId} mb="xs">
        Latest sales with this product
      </Box>
      <BorderedBox>
        {sales.data.length === 0 ? (
          <p>Not sold yet.</p>
        ) : (
          <ul className="ruled" aria-labelledby={titleId}>
            {sales.data.map(({ saleid, saledate, sitename, quantity }) => (
              <li key={saleid} className="list-row digits">
                <Link to="/sales" search={{ sale: saleid }}>
                  #{saleid}
                </Link>
                <span className="rest grey">
                  {formatDateTimeIn(timezone, saledate)} • {sitename}
                </span>
                <b>{formatQuantity(quantity)}</b>
              </li>
            ))}
          </ul>
        )}
      </BorderedBox>
    </section>
  )
}
