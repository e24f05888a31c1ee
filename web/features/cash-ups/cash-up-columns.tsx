import { Box } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import type { CashUpRow } from '../../../contract/cash-ups.ts'
import { countDays, formatShortDay, formatWeekday } from '../../lib/format/dates.ts'
import { formatRand, NO_VALUE } from '../../lib/format/money.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { describeLate } from './describe-difference.ts'
import { Difference } from './difference.tsx'

/** Days of a site up to the year 2099 are below it. */
const MAX_DAYS = 100_000
const getKey = ({ siteid, day }: CashUpRow) => siteid * MAX_DAYS + countDays('1970-01-01', day)

export const createCashUpView = (today: string | undefined, open: (row: CashUpRow) => void): RowView<CashUpRow, 'day'> => ({
  key: getKey,
  name: ({ sitename, day }) => `${sitename}, ${formatShortDay(day)}`,
  minWidth: 760,
  tall: true,
  columns: [
    { title: 'Day', width: '158px', cell: ({ day }) => formatWeekday(day) },
    {
      title: 'Site',
      cell: ({ sitename, cash_up }) => (
        <>
          <ClampedText>{sitename}</ClampedText>
          {cash_up && <span className="second-line">{describeEntry(cash_up)}</span>}
        </>
      ),
    },
    { title: 'Expected', width: '120px', numeric: true, cell: ({ expected }) => formatRand(expected) },
    {
      title: 'Counted',
      minor: 1,
      width: '120px',
      numeric: true,
      cell: ({ cash_up }) => (cash_up ? formatRand(cash_up.counted) : NO_VALUE),
    },
    {
      title: 'Difference',
      width: '28%',
      cell: (row) => (
        <>
          <State row={row} today={today} />
          <Late row={row} />
        </>
      ),
    },
  ],
  actions: [{ verb: 'Cash up', icon: IconCash, run: open }],
  card: (row) => ({
    title: <ClampedText>{row.sitename}</ClampedText>,
    facts: (
      <>
        {formatWeekday(row.day)}
        {row.sales > 0 && <span className="second-line">{formatRand(row.expected)} expected</span>}
        <Late row={row} />
      </>
    ),
    figure: <State row={row} today={today} />,
  }),
})

const describeEntry = ({ saved_by, entry }: NonNullable<CashUpRow['cash_up']>) =>
  `${entry > 1 ? 'Corrected' : 'Counted'} by ${saved_by ?? 'a former employee'}`

function State({ row: { day, sales, is_imported, cash_up }, today }: { row: CashUpRow; today: string | undefined }) {
  if (cash_up) return <Difference difference={cash_up.difference} />
  if (sales === 0) return <span className="grey">No sales</span>
  if (is_imported) return <span className="grey">Imported sales</span>
  return day === today ? <Pill tone="accent">Not cashed up yet</Pill> : <Pill tone="red">Not cashed up</Pill>
}

const Late = ({ row: { cash_up } }: { row: CashUpRow }) =>
  cash_up?.late && (
    <Box component="span" className="tiny" display="block" c="var(--amber)">
      {describeLate(cash_up.late)}
    </Box>
  )
