import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { CashUp, CashUpDay, CashUpLine } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatPaymentMethod } from '../../lib/format/capitalise.ts'
import { formatDateTimeIn, formatTimeIn, formatWeekday } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { SecondaryLine, SmallTable } from '../../ui/layout/small-table.tsx'
import classes from './cash-up-details.module.css'
import { describeLate, findDifference } from './describe-difference.ts'
import { Difference } from './difference.tsx'
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
      <div className={classes.details}>
        <SiteChoice siteid={day.siteid} sites={sites} onSite={onSite} />
        {day.late && <LateSales late={day.late} onClose={onClose} />}
        <Entry entry={newest} />
        {earlier.length > 0 && (
          <details className={classes.earlier}>
            <summary>Earlier entries ({earlier.length})</summary>
            {earlier.map((entry) => (
              <Entry key={entry.entry} entry={entry} />
            ))}
          </details>
        )}
      </div>
    </Dialog>
  )
}

function Entry({ entry }: { entry: CashUp }) {
  const timezone = useTimezone()
  const titleId = useId()
  const difference = sumRand(entry.lines.map(findDifference))
  return (
    <section className={classes.entry}>
      <h3 id={titleId}>
        {entry.entry > 1 ? 'Corrected' : 'Counted'} by {entry.saved_by ?? 'a former employee'},{' '}
        {formatDateTimeIn(timezone, entry.saved_at)}
      </h3>
      <BorderedBox>
        <SmallTable<CashUpLine & { index: number }>
          titleId={titleId}
          columns={[
            {
              title: 'Payment method',
              holds: 'name',
              cell: ({ payment_method, expected }) => (
                <>
                  {formatPaymentMethod(payment_method)}
                  <SecondaryLine>{formatRand(expected)} expected</SecondaryLine>
                </>
              ),
            },
            { title: 'Expected', holds: 'number', wide: true, cell: ({ expected }) => formatRand(expected) },
            { title: 'Counted', holds: 'number', cell: ({ counted }) => formatRand(counted) },
            { title: 'Difference', holds: 'number', cell: (line) => <Difference difference={findDifference(line)} /> },
          ]}
          rows={entry.lines.map((line, index) => ({ ...line, index }))}
          rowKey={({ index }) => index}
          skeletonRows={2}
          sum={{ title: 'Total', value: <Difference difference={difference} /> }}
        />
      </BorderedBox>
      {entry.cash_float > 0 && <p>Float in the drawer: {formatRand(entry.cash_float)}</p>}
      {entry.note && <p className={classes.note}>{entry.note}</p>}
    </section>
  )
}

function LateSales({ late, onClose }: { late: NonNullable<CashUpDay['late']>; onClose: () => void }) {
  const timezone = useTimezone()
  const titleId = useId()
  return (
    <section className={classes.late}>
      <h3 id={titleId}>{describeLate(late)}</h3>
      <p>This cash-up keeps what was expected when it was saved. Correct it to count these sales too.</p>
      {late.rows.length > 0 && (
        <ul aria-labelledby={titleId}>
          {late.rows.map(({ saleid, saledate, finalamount, payment_method, received_at }) => (
            <li key={saleid}>
              <Link to="/sales" search={{ sale: saleid }} onClick={onClose}>
                Sale #{saleid}
              </Link>
              <span>
                {formatTimeIn(timezone, saledate)}, {formatPaymentMethod(payment_method)}, {formatRand(finalamount)}, arrived{' '}
                {formatDateTimeIn(timezone, received_at)}
              </span>
            </li>
          ))}
          {late.sales > late.rows.length && <li>The others are in the list of sales.</li>}
        </ul>
      )}
    </section>
  )
}
