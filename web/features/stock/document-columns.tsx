import { Box } from '@mantine/core'
import type { DocumentRow } from '../../../contract/stock-documents.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatQuantity, formatRand, NO_VALUE } from '../../lib/format/money.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { describeRoute, describeUnknownPrices, formatUnits, isOnItsWay } from './describe-document.ts'
import { DocumentState } from './document-state.tsx'
import type { Search } from './stock-queries.ts'

type Options = { today: string; timezone: string }

export const createDocumentView = ({ today, timezone }: Options): RowView<DocumentRow, Search['sort']> => ({
  key: (row) => row.documentid,
  name: getDocumentName,
  minWidth: 860,
  tall: true,
  columns: [
    {
      title: 'Type',
      sort: 'documentid',
      first: 'desc',
      hint: 'By when it was written',
      width: '17%',
      cell: (row) => (
        <>
          <DocumentLink row={row} />
          <span className="second-line">{formatLongDay(formatDateIn(timezone, row.created_at))}</span>
        </>
      ),
    },
    {
      title: 'Where',
      cell: (row) => (
        <>
          <ClampedText>{describeRoute(row)}</ClampedText>
          {describeText(row) && <span className="second-line ellipsis">{describeText(row)}</span>}
        </>
      ),
    },
    { title: 'Status', width: '190px', cell: (row) => <DocumentState row={row} today={today} /> },
    {
      title: 'Expected',
      minor: 2,
      sort: 'expected_on',
      width: '112px',
      cell: ({ expected_on }) => (expected_on === null ? NO_VALUE : formatLongDay(expected_on)),
    },
    {
      title: 'Units',
      width: '116px',
      numeric: true,
      cell: (row) => (
        <>
          {formatQuantity(row.units)}
          {isOnItsWay(row) && <span className="second-line">{formatQuantity(row.outstanding)} to come</span>}
        </>
      ),
    },
    { title: 'Cost', minor: 1, width: '130px', numeric: true, isCost: true, cell: (row) => <Cost row={row} /> },
  ],
  actions: [],
  card: (row) => ({
    title: <DocumentLink row={row} />,
    facts: (
      <>
        {describeRoute(row)}
        {describeText(row) && <span className="second-line">{describeText(row)}</span>}
      </>
    ),
    figure: (
      <span className="full-row row wrap between tight">
        <DocumentState row={row} today={today} />
        <span>{isOnItsWay(row) ? `${formatUnits(row.outstanding)} to come` : formatUnits(row.units)}</span>
      </span>
    ),
  }),
})

/** The name of a document, which opens it. */
export const DocumentLink = ({ row }: { row: Pick<DocumentRow, 'documentid' | 'kind' | 'number'> }) => (
  <Box component="span" fw={500} className="nowrap">
    <QuietLink data-main to="/stock/$documentid" params={{ documentid: String(row.documentid) }}>
      {getDocumentName(row)}
    </QuietLink>
  </Box>
)

/** What a person wrote about it. */
const describeText = ({ reference, note }: DocumentRow) => [reference, note].filter(Boolean).join(' · ')

function Cost({ row: { cost, unknown_costs, lines } }: { row: DocumentRow }) {
  if (lines === unknown_costs) return NO_VALUE
  return (
    <>
      {formatRand(cost)}
      {unknown_costs > 0 && <span className="second-line">{describeUnknownPrices(unknown_costs)}</span>}
    </>
  )
}
