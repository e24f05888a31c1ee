import { Box, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { CashUp, CashUpDay, CashUpLine } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { formatDateTimeIn, formatTimeIn, formatWeekday } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { SecondaryLine, SmallTable } from '../../ui/layout/small-table.tsx'
import { describeLate, describeMoved, findDifference } from './describe-difference.ts'
import { Difference } from './difference.tsx'
import { MovementList } from './drawer-movements.tsx'
import { SiteChoice } from './site-choice.tsx'

type Props = {
  day: CashUpDay
  newest: CashUp
  sites: SiteOption[]
  onSite: (siteid: number) => void
  onCorrect: () => void
  onClose: () => void
}

/** What was counted on a day, the sales that arrived later, and the entries that were corrected. */
export function CashUpDetails({ day, newest, sites, onSite, onCorrect, onClose }: Props) {
  const earlier = day.entries.slice(1)
  return (
    <Dialog
      title="Cash-up"
      subtitle={`${day.sitename} · ${formatWeekday(day.day)}`}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onCorrect}>
            Correct
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <div className="stack gap-16">
        <SiteChoice siteid={day.siteid} sites={sites} onSite={onSite} />
        {day.late && <LateSales late={day.late} onClose={onClose} />}
        <Entry entry={newest} />
        <MovementList movements={day.movements} />
        {earlier.length > 0 && (
          <details>
            <Box component="summary" py="xs" fw={500}>
              Earlier entries ({earlier.length})
            </Box>
            {earlier.map((entry, index) => (
              <Box key={entry.entry} mt={index > 0 ? 'md' : 0}>
                <Entry entry={entry} />
              </Box>
            ))}
          </details>
        )}
        <HistorySection noun="cash-up" of={{ rowid: `${day.siteid} ${day.day}` }} />
      </div>
    </Dialog>
  )
}

function Entry({ entry }: { entry: CashUp }) {
  const timezone = useTimezone()
  const titleId = useId()
  const difference = sumRand(entry.lines.map(findDifference))
  const expected = formatRand(sumRand(entry.lines.map((line) => line.expected)))
  const counted = formatRand(sumRand(entry.lines.map((line) => line.counted)))
  return (
    <section className="stack gap-12">
      <Box component="h3" id={titleId} fz="md">
        {entry.entry > 1 ? 'Corrected' : 'Counted'} by {entry.saved_by ?? 'a former employee'},{' '}
        {formatDateTimeIn(timezone, entry.saved_at)}
      </Box>
      <BorderedBox>
        <SmallTable<CashUpLine & { index: number }>
          titleId={titleId}
          columns={[
            {
              title: 'Payment method',
              holds: 'name',
              cell: (line) => (
                <>
                  {formatPaymentMethod(line.payment_method)}
                  <SecondaryLine>{formatRand(line.expected)} expected</SecondaryLine>
                  <Parts line={line} />
                </>
              ),
            },
            { title: 'Expected', holds: 'number', wide: true, cell: (line) => formatRand(line.expected), sum: expected },
            { title: 'Counted', holds: 'number', cell: (line) => formatRand(line.counted), sum: counted },
            { title: 'Difference', holds: 'number', cell: (line) => <Difference difference={findDifference(line)} /> },
          ]}
          rows={entry.lines.map((line, index) => ({ ...line, index }))}
          rowKey={({ index }) => index}
          skeletonRows={2}
          sum={{
            title: (
              <>
                Total<SecondaryLine>{expected} expected</SecondaryLine>
              </>
            ),
            value: <Difference difference={difference} />,
          }}
        />
      </BorderedBox>
      {entry.cash_float > 0 && <p>Float in the drawer: {formatRand(entry.cash_float)}</p>}
      {entry.note && (
        <Box component="p" className="grey break" style={{ whiteSpace: 'pre-wrap' }}>
          {entry.note}
        </Box>
      )}
    </section>
  )
}

/** What is in the expected amount beside sales: 'R 15,00 of it tips, R 100,00 paid in'. */
function Parts({ line }: { line: CashUpLine }) {
  const parts = `${line.tips === undefined ? '' : `, ${formatRand(line.tips)} of it tips`}${describeMoved(line)}`.slice(2)
  return parts && <span className="second-line">{parts}</span>
}

function LateSales({ late, onClose }: { late: NonNullable<CashUpDay['late']>; onClose: () => void }) {
  const timezone = useTimezone()
  const titleId = useId()
  return (
    <Box component="section" p="12px 16px" bdrs="lg" bg="var(--amber-bg)">
      <Box component="h3" id={titleId} c="var(--amber)" fz="md">
        {describeLate(late)}
      </Box>
      <p>Correct this cash-up to include these sales.</p>
      {late.rows.length > 0 && (
        <Box component="ul" mt={12} aria-labelledby={titleId}>
          {late.rows.map(({ saleid, saledate, finalamount, payment_method, received_at }) => (
            <Box component="li" key={saleid} className="row wrap gap-12 tight" mb="xs">
              <Link className="medium" to="/sales" search={{ sale: saleid }} onClick={onClose}>
                Sale #{saleid}
              </Link>
              <span>
                {formatTimeIn(timezone, saledate)}, {formatPaymentMethod(payment_method)}, {formatRand(finalamount)}, arrived{' '}
                {formatDateTimeIn(timezone, received_at)}
              </span>
            </Box>
          ))}
          {late.sales > late.rows.length && <li>See the rest under Sales.</li>}
        </Box>
      )}
    </Box>
  )
}
