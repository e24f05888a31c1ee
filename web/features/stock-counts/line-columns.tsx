import { Box } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { CountLine } from '../../../contract/stock-counts.ts'
import { formatQuantity, NO_VALUE } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import type { Column, RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import type { Search } from './count-queries.ts'
import { describeMoved, describeSince, formatChange, formatCostChange } from './describe-count.ts'

type Options = {
  /** Nobody sees the stock before the review. */
  isHidden: boolean
  isOpen: boolean
  /** 'Not in Bakery', of a line that is not in the scope. */
  outside: string
  onOpen: (line: CountLine) => void
}

type LineColumn = Column<CountLine, Search['sort']>

const number = (title: string, cell: LineColumn['cell'], more: Partial<LineColumn> = {}): LineColumn => ({
  ...{ title, cell, numeric: true, width: '112px' },
  ...more,
})

const EXPECTED: LineColumn[] = [
  number('Expected', ({ expected }) => (expected === null ? NO_VALUE : formatQuantity(expected)), {
    hint: 'Stock when last counted',
  }),
  number('Difference', (line) => <Difference line={line} />, { sort: 'difference', width: '124px' }),
  number('Cost', ({ cost }) => (cost === null ? NO_VALUE : formatCostChange(cost)), {
    sort: 'cost',
    isCost: true,
    hint: 'Difference at purchase price',
    width: '128px',
  }),
]

export const createLineView = ({ isHidden, isOpen, outside, onOpen }: Options): RowView<CountLine, Search['sort']> => ({
  key: ({ productid }) => productid,
  name: ({ productname }) => productname,
  minWidth: isHidden ? 560 : 860,
  tall: true,
  columns: [
    {
      title: 'Product',
      sort: 'productname',
      isHeader: true,
      cell: (line) => (
        <>
          <ProductName line={line} scope={outside} />
          <Moved line={line} />
        </>
      ),
    },
    { title: 'Barcode', width: '148px', cell: ({ barcode }) => <span className="digits">{barcode || NO_VALUE}</span> },
    number('Counted', (line) => <Counted line={line} />),
    ...(isHidden ? [] : EXPECTED),
  ],
  actions: [{ verb: isOpen ? 'Count' : 'Entries of', icon: IconPencil, run: onOpen, isMain: true }],
  card: (line) => ({
    title: <ProductName line={line} scope={outside} />,
    facts: (
      <>
        {[line.barcode, line.category].filter(Boolean).join(' · ') || NO_VALUE}
        <Moved line={line} />
      </>
    ),
    figure: (
      <CardFigure label="Counted">
        <Counted line={line} />
      </CardFigure>
    ),
    ...(!isHidden &&
      line.counted !== null && {
        values: [
          { label: 'Expected', value: line.expected === null ? NO_VALUE : formatQuantity(line.expected) },
          { label: 'Difference', value: <Difference line={line} /> },
          { label: 'Cost', value: line.cost === null ? NO_VALUE : formatCostChange(line.cost), isCost: true },
        ],
      }),
  }),
})

const ProductName = ({ line: { productname, is_archived, is_outside }, scope }: { line: CountLine; scope: string }) => (
  <>
    <ClampedText>{productname}</ClampedText> {is_archived && <Pill tone="red">Deleted</Pill>}
    {is_outside && <Pill tone="accent">{scope}</Pill>}
  </>
)

function Moved({ line }: { line: CountLine }) {
  const moved = [describeMoved(line), describeSince(line)].filter(Boolean).join(', ')
  return (
    moved !== '' && (
      <Box component="span" className="second-line" c="var(--amber)" fw={500}>
        {moved}
      </Box>
    )
  )
}

const Counted = ({ line: { counted } }: { line: CountLine }) =>
  counted === null ? <span className="grey">Not counted</span> : <b>{formatQuantity(counted)}</b>

function Difference({ line: { difference } }: { line: CountLine }) {
  if (difference === null) return NO_VALUE
  return (
    <Box component="span" fw={600} c={difference < 0 ? 'var(--red)' : difference > 0 ? 'var(--amber)' : undefined}>
      {formatChange(difference)}
    </Box>
  )
}
