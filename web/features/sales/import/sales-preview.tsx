import { Box } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { sumRand } from '../../../../contract/shared/decimal.ts'
import type { SiteOption } from '../../../../contract/sites.ts'
import { formatDateTimeIn, formatLongDay, formatMonth, formatPeriod } from '../../../lib/format/dates.ts'
import { formatCount, formatRand, NO_VALUE, pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { ImportCheckbox } from '../../../ui/import/import-checkbox.tsx'
import { LinesTable } from '../../../ui/import/lines-table.tsx'
import { RejectedDownload } from '../../../ui/import/rejected-download.tsx'
import type { PreviewStep } from '../../../ui/import/use-import.ts'
import { ScrollBox } from '../../../ui/layout/scroll-box.tsx'
import { SmallTable } from '../../../ui/layout/small-table.tsx'
import { StepHeading } from '../../../ui/steps/step-heading.tsx'
import type { Decision } from '../../../unknown-products/unknown-products.tsx'
import {
  describeCost,
  describeLeftOut,
  describeParts,
  describeSales,
  describeUndecidedSites,
  describeVat,
} from './describe-preview.ts'
import { hasQuestions, ReadSettings } from './read-settings.tsx'
import { findMovesStock, type ReadOptions, type SalesOptions, type SalesSource } from './sales-import.ts'
import { countAsKnown, findUndecided, UnknownItems } from './unknown-items.tsx'

type Props = {
  step: PreviewStep<SalesOptions, SalesImportPreview>
  /** Which column is which field. */
  summary: ReactNode
  sites: SiteOption[]
  timezone: string
  onMovesStock: (movesStock: boolean) => void
  onProducts: (products: Decision[]) => void
  /** Takes the preview as it is, although sums of the file differ; undefined takes that back. */
  onSums: (importid: number | undefined) => void
  /** Reads the file in another way. */
  onRead: (options: ReadOptions) => void
}

/** The preview of an import: how the file was read, what is new, and the sums to compare with the older till's own. */
export function SalesPreview({ step, summary, sites, timezone, onMovesStock, onProducts, onSums, onRead }: Props) {
  const { file, columns, preview: sales, options, isReading } = step
  const rejected = sales.rejected - sales.undecided
  const counts = `${formatCount(sales.new)} new, ${formatCount(sales.existing)} already here, ${formatCount(rejected)} not imported`
  const undecided = describeUndecidedSites(sales, columns)
  const open = findUndecided(sales, options.products)
  const rates = [
    ...describeParts(sales),
    ...describeLeftOut(sales),
    describeVat(open.products === 0 ? countAsKnown(sales) : sales, columns),
    describeCost(columns),
  ]
  // Decided once: a field must not move while it is answered.
  const [isAsked] = useState(() => hasQuestions(sales))
  const isFirst = isAsked || undecided !== undefined
  const settings = <ReadSettings {...{ sales, columns, sites, options, isReading, onRead }} />
  return (
    <>
      <StepHeading title={undecided ?? describeSales(sales)}>
        {(!undecided || sales.new + sales.existing + rejected > 0) && `${undecided ? 'The other rows: ' : ''}${counts} • `}
        {file.name}
        {sales.first_day && sales.last_day && ` • ${formatPeriod({ from: sales.first_day, to: sales.last_day })}`}
        {sales.repeated > 0 && ` • ${pluralize(sales.repeated, 'repeated row')} left out`}
      </StepHeading>
      {undecided && sales.new > 0 && <p>{describeSales(sales, 'Without them, the import adds')}</p>}
      {isFirst && settings}
      <OtherSales sales={sales} />
      <Sums sales={sales} accepted={options.acceptedImport} onAccept={onSums} />
      {summary}
      {rates.some(Boolean) && <p className="grey small">{rates.filter(Boolean).join(' ')}</p>}
      {sales.unknown_items > 0 && <UnknownItems open={open} decisions={options.products} onChange={onProducts} />}
      <Samples sales={sales} timezone={timezone} />
      {!isFirst && settings}
      {(sales.items > 0 || options.products.length > 0) && (
        <StockChoice checked={findMovesStock(options, sales)} onChange={onMovesStock} />
      )}
      {sales.months.length > 0 && <Months sales={sales} />}
      {sales.lines.length > 0 && <NotImported sales={sales} source={step} />}
    </>
  )
}

function NotImported({ sales: { lines, rejected: all, undecided }, source }: { sales: SalesImportPreview; source: SalesSource }) {
  const titleId = useId()
  const rejected = all - undecided
  return (
    <div className="stack gap-8">
      <Box component="h3" id={titleId} fz="md">
        Not imported{lines.length < rejected && `: the first ${formatCount(lines.length)} of ${formatCount(rejected)}`}
      </Box>
      <LinesTable
        titleId={titleId}
        titles={['Receipt', 'Reason']}
        lines={lines}
        subject={({ receipt }) => receipt || NO_VALUE}
        result={({ reason }) => reason}
        isRejected={() => true}
      />
      <RejectedDownload label="Download the lines not imported" source={source} />
    </div>
  )
}

/** Sales of the same days that may be the same. */
function OtherSales({ sales: { other_sales, first_day, last_day } }: { sales: SalesImportPreview }) {
  if (other_sales === 0 || !first_day || !last_day) return null
  return (
    <Notice kind="quiet">
      Winkel has {pluralize(other_sales, 'other sale')} of {formatPeriod({ from: first_day, to: last_day })}. Check that they are
      not the same sales.
    </Notice>
  )
}

/** The sums that stand in the file beside what was read of it: they prove how it was read. */
function Sums({
  sales: { importid, sums },
  accepted,
  onAccept,
}: {
  sales: SalesImportPreview
  accepted: number | undefined
  onAccept: Props['onSums']
}) {
  if (sums.different.length === 0)
    return sums.agreeing === 0 ? null : (
      <p className="grey small">The file’s own totals agree{sums.total !== null && `: ${formatRand(sums.total)}`}.</p>
    )
  return (
    <Notice kind="error">
      <div className="stack gap-8">
        <span>The file’s own totals differ. Check the columns and the rows not imported.</span>
        <ul className="small">
          {sums.different.map(({ line, label, stated, read }) => (
            <li key={line}>
              Line {line}
              {label && ` “${label}”`}: the file says {formatRand(stated)}, the rows above give {formatRand(read)}
            </li>
          ))}
        </ul>
        <ImportCheckbox
          label="Import the sales anyway"
          checked={accepted === importid}
          onChange={(isAccepted) => onAccept(isAccepted ? importid : undefined)}
        />
      </div>
    </Notice>
  )
}

/** The first sales in words, so that a wrong date or amount is seen at once. */
function Samples({ sales: { samples }, timezone }: { sales: SalesImportPreview; timezone: string }) {
  const titleId = useId()
  if (samples.length === 0) return null
  return (
    <section className="stack gap-8" aria-labelledby={titleId}>
      <Box component="h3" id={titleId} fz="md">
        Read as
      </Box>
      <ul className="framed ruled digits">
        {samples.map(({ line, sheet, saledate, sitename, employee, payment_method, amount, items }) => (
          <Box component="li" key={`${sheet} ${line}`} className="row wrap gap-12 tight" p="8px 12px">
            <b className="rest medium">{formatSaledate(saledate, timezone)}</b>
            <span>{formatRand(amount)}</span>
            <Box component="span" className="grey small break" flex="1 0 100%">
              {[sitename, employee, payment_method, items > 0 && pluralize(items, 'item'), sheet, `line ${line}`]
                .filter(Boolean)
                .join(' • ')}
            </Box>
          </Box>
        ))}
      </ul>
    </section>
  )
}

const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

/** Local time, or an instant with its offset. */
const formatSaledate = (saledate: string, timezone: string) =>
  HAS_OFFSET.test(saledate)
    ? formatDateTimeIn(timezone, new Date(saledate))
    : `${formatLongDay(saledate.slice(0, 10))}, ${saledate.slice(11, 16)}`

function StockChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const hintId = useId()
  return (
    <div>
      <ImportCheckbox label="Take sold items off the stock" describedBy={hintId} checked={checked} onChange={onChange} />
      <p id={hintId} className="grey small">
        Leave off if you counted stock after these sales.
      </p>
    </div>
  )
}

type Month = SalesImportPreview['months'][number]

function Months({ sales: { months, present } }: { sales: SalesImportPreview }) {
  const titleId = useId()
  const sum = sumRand(months.map(({ amount }) => amount))
  const isHere = present.some(({ amount }) => amount !== 0)
  const findPresent = (name: string) => present.find(({ month }) => month === name)?.amount ?? 0
  return (
    <div className="stack gap-8">
      <Box component="h3" id={titleId} fz="md">
        Sum per month
      </Box>
      <p className="grey small">
        Compare with your old till’s report. Refunds are subtracted.
        {isHere && ' ‘Here now’ is your sites’ sales in that month before this import.'}
      </p>
      <ScrollBox titleId={titleId} maxHeight="min(320px, 40dvh)">
        <SmallTable
          titleId={titleId}
          rows={months}
          rowKey={({ month }) => Number(month.replace('-', ''))}
          skeletonRows={0}
          columns={[
            { title: 'Month', holds: 'name', cell: ({ month }) => formatMonth(month) },
            { title: 'Sales', holds: 'number', cell: ({ sales }) => formatCount(sales) },
            { title: 'New', holds: 'number', wide: true, grey: true, cell: (month) => formatCount(month.new) },
            { title: 'Amount', holds: 'number', cell: ({ amount }) => formatRand(amount) },
            ...(isHere
              ? [
                  {
                    title: 'Here now',
                    holds: 'number' as const,
                    grey: true,
                    cell: ({ month }: Month) => formatRand(findPresent(month)),
                  },
                ]
              : []),
          ]}
          sum={{ title: 'Sum', value: formatRand(sum) }}
        />
      </ScrollBox>
    </div>
  )
}
