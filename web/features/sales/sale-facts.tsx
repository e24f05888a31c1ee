import { Box, Button, Skeleton, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconLink } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import type { SaleDetail } from '../../../contract/sales.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { EXTRA_NAMES } from '../../../contract/shared/sale-parts.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { formatRand, formatVatRate, NO_VALUE } from '../../lib/format/money.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SaleAmount } from './sale-amount.tsx'

/** One column on the smallest screens. */
const PAIRS = { gridTemplateColumns: 'repeat(auto-fit, minmax(max(40%, 144px), 1fr))' }

type Props = { sale: SaleDetail | undefined; timezone: string; onView: (saleid: number) => void }

export function SaleFacts({ sale, timezone, onView }: Props) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <Box className="row between" mih={32} mb={4}>
        <h3 id={titleId}>Details</h3>
        {sale && <CopyLink saleid={sale.saleid} />}
      </Box>
      <dl className="pairs" style={PAIRS}>
        <Fact name="Date">{sale && formatDateTimeIn(timezone, sale.saledate)}</Fact>
        <Fact name="Site">
          {sale && (
            <QuietLink to="/dashboard" search={{ sites: [sale.siteid] }}>
              {sale.sitename}
            </QuietLink>
          )}
        </Fact>
        <Fact name="Employee">{sale && getFullName(sale)}</Fact>
        <Fact name="Amount">{sale && <SaleAmount amount={sale.finalamount} />}</Fact>
      </dl>
      {/* Beside the list of the four specified facts. */}
      <Box className="pairs" mt={12} style={PAIRS}>
        {sale && isPaidInParts(sale) ? (
          <Payments sale={sale} />
        ) : (
          <MoreFact name="Payment method">{sale && (formatMethod(sale.payment_method) || NO_VALUE)}</MoreFact>
        )}
        <MoreFact name="Reference">{sale && (sale.reference ?? NO_VALUE)}</MoreFact>
        {sale?.seller && (
          <MoreFact name="Seller as sent">{[sale.seller.code, sale.seller.name].filter(Boolean).join(' · ')}</MoreFact>
        )}
        {sale && <Discount sale={sale} />}
        <MoreFact name="VAT included">{sale && <IncludedVat sale={sale} />}</MoreFact>
        {sale && <Refunds sale={sale} onView={onView} />}
      </Box>
    </section>
  )
}

/** What the amount of a sale is less, or more, than its items. Nothing where they agree, or where the sale has no items. */
function Discount({ sale: { finalamount, items, items_total } }: { sale: SaleDetail }) {
  const difference = sumRand([finalamount, -items_total])
  if (items.length === 0 || difference === 0) return null
  const isDiscount = items_total > 0 && difference < 0
  return <MoreFact name={isDiscount ? 'Discount' : 'Difference from the items'}>{formatRand(difference)}</MoreFact>
}

const formatMethod = (method: string | null) => formatPaymentMethod(method?.trim() ?? '')

/** Whether there is more to say than one payment method. */
const isPaidInParts = ({ payments, extras }: SaleDetail) =>
  payments.length > 1 || extras.length > 0 || payments.some(({ tendered, number }) => tendered !== null || number !== null)

/** Each payment with its change, what is beside the amount, and what was paid in all. */
function Payments({ sale: { payments, extras } }: { sale: SaleDetail }) {
  return (
    <>
      {extras.map(({ kind, amount, number }, index) => (
        <MoreFact key={index} name={EXTRA_NAMES[kind]}>
          <WithNumber number={number}>{formatRand(amount)}</WithNumber>
        </MoreFact>
      ))}
      <MoreFact name={payments.length > 1 ? `Paid in ${payments.length} parts` : 'Paid'}>
        <span>
          {formatRand(sumRand(payments.map(({ amount }) => amount)))}
          {payments.map(({ method, amount, tendered, number }, index) => (
            <span key={index} className="second-line">
              {` ${formatMethod(method) || NO_VALUE} ${number === null ? '' : `${number} `}${formatRand(amount)}`}
              {tendered !== null && `, given ${formatRand(tendered)}, change ${formatRand(sumRand([tendered, -amount]))}`}
            </span>
          ))}
        </span>
      </MoreFact>
    </>
  )
}

const WithNumber = ({ number, children }: { number: string | null; children: ReactNode }) => (
  <span>
    {children}
    {number !== null && <span className="second-line">{` ${number}`}</span>}
  </span>
)

/** The sale that this one gives back, and those that give it back. */
function Refunds({ sale: { refund_of, refunds, refunded_by }, onView }: { sale: SaleDetail } & Pick<Props, 'onView'>) {
  const view = ({ saleid }: { saleid: number }, amount?: number) => (
    <UnstyledButton key={saleid} className="medium" c="var(--accent)" onClick={() => onView(saleid)}>
      Sale #{saleid}
      {amount !== undefined && <span className="second-line">{` ${formatRand(amount)}`}</span>}
    </UnstyledButton>
  )
  return (
    <>
      {refund_of !== null && (
        <MoreFact name="Refund of">{refunds ? view(refunds) : `${refund_of}, not found in your sales`}</MoreFact>
      )}
      {refunded_by.length > 0 && (
        <MoreFact name="Refunded by">
          <span className="stack">{refunded_by.map((refund) => view(refund, refund.finalamount))}</span>
        </MoreFact>
      )}
    </>
  )
}

/** With the amounts by rate where there are several. */
const IncludedVat = ({ sale: { vat, vat_rates } }: { sale: SaleDetail }) => (
  <span>
    {formatRand(vat)}
    {vat_rates.length > 1 &&
      vat_rates.map(({ vat_rate, amount }) => (
        <span key={vat_rate} className="second-line">
          {` ${formatRand(amount)} at ${formatVatRate(vat_rate)}`}
        </span>
      ))}
  </span>
)

const FACT = { minHeight: 22 }

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="second-line">{name}</dt>
    <dd className="row medium break" style={FACT}>
      {children ?? <Skeleton height={12} width="60%" />}
    </dd>
  </div>
)

const MoreFact = ({ name, children }: { name: string; children: ReactNode }) => (
  <p>
    <span className="second-line">{name}</span>{' '}
    <b className="row medium break" style={FACT}>
      {children ?? <Skeleton height={12} width="60%" component="span" display="block" />}
    </b>
  </p>
)

/** Copies the URL of a sale, without the filters of the list. Browsers have a clipboard over https only. */
function CopyLink({ saleid }: { saleid: number }) {
  const { copied, copy } = useClipboard()
  const Icon = copied ? IconCheck : IconLink
  if (!navigator.clipboard) return null
  return (
    <Button
      variant="subtle"
      size="xs"
      leftSection={<Icon size={16} stroke={1.75} aria-hidden />}
      aria-live="polite"
      onClick={() => copy(`${location.origin}/sales?sale=${saleid}`)}
    >
      {copied ? 'Link copied' : 'Copy link'}
    </Button>
  )
}
