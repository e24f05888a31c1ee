import { Box, Button, Radio, Skeleton, TextInput } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { LineAnswer, type RefusedLine, type RefusedSale, type RefusedSaleDetails } from '../../../contract/refused-sales.ts'
import { parsePrice } from '../../../contract/shared/decimal.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatPrice, formatQuantity, formatRand, NO_VALUE, toPriceText } from '../../lib/format/money.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProductSelect } from '../../unknown-products/product-select.tsx'
import { useStoreRefusedSale } from './refused-sale-queries.ts'

type Props = { sale: RefusedSale; canAnswer: boolean; onClose: () => void }

/** A refused sale with its lines. Each line without a product gets one, or is kept under a text of its own. */
export function RefusedSaleDialog({ sale, canAnswer, onClose }: Props) {
  const { refusedid, sitename, till, reference } = sale
  const details = useQuery(api.refusedSales.get.queryOptions({ input: { refusedid }, staleTime: 0 }))
  const title = { title: reference ?? 'Sale without a reference', subtitle: `${sitename} · ${till}` }
  if (details.data) return <Answers {...title} sale={details.data} canAnswer={canAnswer} onClose={onClose} />
  return (
    <Dialog {...title} onClose={onClose} footer={<CloseDialogButton />}>
      {details.error ? <LoadFailure query={details} failure="Failed to load this sale" /> : <Skeleton height={160} />}
    </Dialog>
  )
}

/** What a person says that a line is. */
type Answer =
  | { kind: 'product'; product: { productid: number; productname: string } | undefined }
  | { kind: 'text'; productname: string; price: string }

type AnswersProps = { title: string; subtitle: string; sale: RefusedSaleDetails; canAnswer: boolean; onClose: () => void }

function Answers({ title, subtitle, sale, canAnswer, onClose }: AnswersProps) {
  const timezone = useTimezone()
  const store = useStoreRefusedSale()
  const missing = sale.lines?.filter(({ product }) => !product) ?? []
  const [answers, setAnswers] = useState<Record<number, Answer>>({})
  const [isIncomplete, setIncomplete] = useState(false)
  const canStore = canAnswer && sale.lines !== null

  const submit = async () => {
    const lines = missing.flatMap(({ line }) => toLineAnswer(line, answers[line]) ?? [])
    setIncomplete(lines.length < missing.length)
    if (lines.length < missing.length) return
    const leaves_out_employee = sale.is_employee_unknown
    await store.mutateAsync({ refusedid: sale.refusedid, lines, leaves_out_employee }).then(onClose, console.error)
  }

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      busy={store.isPending}
      unsaved={() => (Object.keys(answers).length > 0 ? 'This sale is not stored.' : undefined)}
      footer={
        <>
          <CloseDialogButton>{canStore ? 'Cancel' : 'Close'}</CloseDialogButton>
          {canStore && (
            <Button loading={store.isPending} onClick={() => void submit()}>
              {missing.length > 0 || sale.is_employee_unknown ? 'Store sale' : 'Try again'}
            </Button>
          )}
        </>
      }
    >
      <div className="stack gap-16">
        {store.error && (
          <Notice kind="error">{getErrorMessage(store.error, 'Could not store this sale. Please try again.')}</Notice>
        )}
        {isIncomplete && <Notice kind="error">Choose what each line is. A text needs a price.</Notice>}
        <div>
          <p className="medium">{sale.reason}</p>
          <p className="grey small digits">
            {formatSaledate(sale.saledate, timezone)} · {sale.payment_method || 'no payment method'} ·{' '}
            {sale.amount === null ? 'no amount' : formatRand(sale.amount)}
          </p>
          <p className="grey small digits">
            First refused {formatDateTimeIn(timezone, sale.first_refused_at)}
            {sale.times_sent > 1 && `, sent ${sale.times_sent} times, last ${formatDateTimeIn(timezone, sale.refused_at)}`}
          </p>
        </div>
        {sale.is_employee_unknown && canStore && (
          <p>The till’s employee number matches nobody. The sale counts for its site’s till.</p>
        )}
        {sale.other_saleid !== null && (
          <p>
            The reference is of{' '}
            <Link to="/sales" search={{ sale: sale.other_saleid }} onClick={onClose}>
              sale {sale.other_saleid}
            </Link>
            , which is different. If this sale is real, enter it on the till with a new reference and set this one aside.
          </p>
        )}
        {sale.lines === null ? (
          <p>Correct this sale on the till and send it again with the same reference, or set it aside.</p>
        ) : (
          <ul className="framed ruled" aria-label="Lines">
            {sale.lines.map((line) => (
              <Line
                key={line.line}
                line={line}
                siteid={sale.siteid}
                answer={answers[line.line]}
                onAnswer={
                  canAnswer && !line.product ? (answer) => setAnswers((all) => ({ ...all, [line.line]: answer })) : undefined
                }
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** As the till sent it, where it is no instant: it may have no offset, or be no date at all. */
function formatSaledate(saledate: string | null, timezone: string) {
  if (saledate === null) return 'No time of sale'
  const instant = /(Z|[+-]\d\d:\d\d)$/.test(saledate) ? new Date(saledate) : undefined
  return instant && !Number.isNaN(instant.getTime()) ? formatDateTimeIn(timezone, instant) : saledate.replace('T', ' ')
}

/** Undefined while it is not complete. */
function toLineAnswer(line: number, answer: Answer | undefined) {
  if (answer?.kind === 'product') return answer.product && { line, productid: answer.product.productid }
  if (answer) return LineAnswer.safeParse({ line, productname: answer.productname, price: parsePrice(answer.price) }).data
  return undefined
}

type LineProps = {
  line: RefusedLine
  siteid: number
  answer: Answer | undefined
  /** Without it the line needs no answer, or the person may not give one. */
  onAnswer: ((answer: Answer) => void) | undefined
}

function Line({ line, siteid, answer, onAnswer }: LineProps) {
  const { text, barcode, quantity, price, product } = line
  const name = product?.productname ?? text
  return (
    <Box component="li" p="10px 14px">
      <div className="row wrap gap-12">
        <Box className="break rest">
          <p className="medium">{name}</p>
          <p className="grey small digits">
            {[barcode !== name && barcode, !product && 'No such product at this site'].filter(Boolean).join(' · ')}
          </p>
        </Box>
        <p className="digits nowrap">
          {formatQuantity(quantity)} × {price !== null ? formatPrice(price) : product ? formatPrice(product.price) : NO_VALUE}
          {price === null && product && <span className="second-line">Today’s price, because the till sent none.</span>}
        </p>
      </div>
      {onAnswer && (
        <div className="stack gap-8">
          <Radio.Group
            aria-label={`What ${text} is`}
            mt={8}
            value={answer?.kind ?? ''}
            onChange={(kind) =>
              onAnswer(
                kind === 'product'
                  ? { kind: 'product', product: undefined }
                  : { kind: 'text', productname: text, price: price === null ? '' : toPriceText(price) },
              )
            }
          >
            <div className="stack gap-8">
              <Radio value="product" label="It is a product of this site" />
              <Radio value="text" label="Keep it as text" />
            </div>
          </Radio.Group>
          {answer?.kind === 'product' &&
            (answer.product ? (
              <div className="row wrap gap-12">
                <p className="medium break">{answer.product.productname}</p>
                <Button variant="default" size="xs" onClick={() => onAnswer({ kind: 'product', product: undefined })}>
                  Change
                </Button>
              </div>
            ) : (
              <ProductSelect
                siteid={siteid}
                label={`Product that ${text} is`}
                disabled={false}
                onChoose={(productid, productname) => onAnswer({ kind: 'product', product: { productid, productname } })}
              />
            ))}
          {answer?.kind === 'text' && (
            <div className="row wrap top gap-12">
              <TextInput
                size="md"
                flex="2 1 180px"
                label="Text"
                value={answer.productname}
                onChange={({ currentTarget }) => onAnswer({ ...answer, productname: currentTarget.value })}
              />
              <TextInput
                size="md"
                flex="1 1 120px"
                label="Price of one (ZAR)"
                inputMode="decimal"
                value={answer.price}
                onChange={({ currentTarget }) => onAnswer({ ...answer, price: currentTarget.value })}
              />
            </div>
          )}
        </div>
      )}
    </Box>
  )
}
