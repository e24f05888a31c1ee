import { Box, Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { pickByBarcode } from '../../../../contract/shared/barcode-identity.ts'
import { getDirection } from '../../../../contract/shared/stock-reasons.ts'
import type { DraftKind, StockDocument } from '../../../../contract/stock-documents.ts'
import { useSession } from '../../../auth/session.ts'
import { HistoryCard } from '../../../changes/history-section.tsx'
import { api } from '../../../lib/api/api.ts'
import { getErrorCode, getSaveErrorMessage, SOMETHING_WRONG } from '../../../lib/api/messages.ts'
import { getDocumentName, KIND_NAMES } from '../../../lib/format/documents.ts'
import { formatQuantity, pluralize } from '../../../lib/format/money.ts'
import { STOCK_TRAIL } from '../../../lib/url/trails.ts'
import { ConfirmDelete } from '../../../ui/dialog/confirm-delete.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { useLeaveQuestion } from '../../../ui/dialog/use-leave-question.tsx'
import { lazyComponent } from '../../../ui/feedback/lazy-component.tsx'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { showFailure, showToast } from '../../../ui/feedback/toast.tsx'
import { useAttempts } from '../../../ui/form/use-attempts.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { describeCost, describeRoute, formatUnits, getOutstanding } from '../describe-document.ts'
import { useRemoveDraft } from '../stock-mutations.ts'
import { destinationsQuery, documentQuery, settingsQuery } from '../stock-queries.ts'
import { AddProduct } from './add-product.tsx'
import { describeBelowZero, describeExcess, describeFinish, FINISH } from './describe-finish.ts'
import classes from './draft.module.css'
import { createLine, type DraftFields, type DraftLine, hasPrices, sumFields, toDeliveryFields } from './draft-form.ts'
import { DraftHeader } from './draft-header.tsx'
import { DraftLines, useShowsPrices } from './draft-lines.tsx'
import { storeDraft } from './draft-store.ts'
import { OpenOrders } from './open-orders.tsx'
import { type DraftForm, useDraft } from './use-draft.ts'

const ConflictNotice = lazyComponent(async () => (await import('./conflict-notice.tsx')).ConflictNotice, {
  failure: 'Could not load this.',
})

/** px that the table of lines needs, with the side menu and the page's padding. */
const findTableWidth = (kind: DraftKind) => (hasPrices(kind) ? 824 : 700) + 256 + 2 * 32

type Props = {
  kind: DraftKind
  /** Undefined for a new one. */
  document?: StockDocument
  /** What the fields have at first. */
  initial: DraftFields
  /** The order of a delivery. */
  order: StockDocument | undefined
  /** The document as it is now. */
  latest?: StockDocument | undefined
  /** It is a draft no longer. */
  onFinished?: () => void
}

/** Writes a draft, saves it and finishes it. */
export function DraftEditor({ kind, document, initial, order, latest, onFinished }: Props) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const linesTitle = useId()
  const businessid = useSession()?.business?.id ?? ''
  const createName = (id: number | string) => `${businessid} ${id}`
  const name = createName(document?.documentid ?? `new ${kind} ${order?.documentid ?? ''}`)
  const queries = {
    sites: useQuery(api.sites.options.queryOptions()),
    suppliers: useQuery(api.suppliers.options.queryOptions()),
    settings: useQuery(settingsQuery()),
    destinations: useQuery({ ...destinationsQuery(), enabled: kind === 'transfer' }),
  }
  const failed = Object.values(queries).find(({ isError, data }) => isError && !data)
  const { data: sites = [] } = queries.sites
  const { data: destinations = [] } = queries.destinations
  const { data: suppliers = [] } = queries.suppliers
  const settings = queries.settings.data
  const reasons = settings?.stock_reasons ?? NO_REASONS
  const draft = useDraft({ kind, order, document, initial, name, reasons })
  const { form } = draft
  const fields = form.values
  const isNarrow = useMediaQuery(`(width < ${findTableWidth(kind)}px)`, undefined, { getInitialValueInEffect: false })
  const removal = useRemoveDraft()
  const { busy, run } = useAttempts()
  const [failure, setFailure] = useState<unknown>(null)
  const [dialog, setDialog] = useState<'finish' | 'delete' | null>(null)
  /** What the last search or scan added, as it was then. */
  const [added, setAdded] = useState<{ line: DraftLine; isScanned: boolean } | null>(null)
  const [usualReason, setUsualReason] = useState('')
  const [isCounting, setCounting] = useState(false)
  const isLeaving = useRef(false)
  /** A new draft is stored, and its own screen is about to take the place of this one, with what is opened or typed until then. */
  const [isStored, setStored] = useState(false)

  const sum = sumFields(kind, fields)
  const showsPrices = useShowsPrices(kind)
  const findSite = (siteid: number | null) => [...sites, ...destinations].find((site) => site.siteid === siteid)?.sitename ?? ''
  const supplier = suppliers.find(({ supplierid }) => supplierid === fields.supplierid)?.name ?? ''
  const outstanding = order && new Map(order.lines.map((line) => [line.productid, getOutstanding(line)]))
  const title = document ? getDocumentName(document) : `New ${KIND_NAMES[kind].toLowerCase()}`
  const leaveQuestion = useLeaveQuestion({
    isUnsaved: () => draft.isUnsaved && !isLeaving.current,
    canLeave: async () => false,
  })

  const hasNewer = latest !== undefined && !draft.isSaving && latest.version > (draft.opened?.version ?? 0)
  const isFinishedElsewhere = hasNewer && latest.state !== 'draft'
  useEffect(() => {
    if (!hasNewer || draft.isUnsaved || busy) return
    if (latest.state === 'draft') draft.loadTheirs(latest)
    else onFinished?.()
  })

  const addField = useRef<HTMLInputElement>(null)
  const scanner = useRef<((barcode: string) => void) | null>(null)
  const leaveField = useCallback((barcode?: string) => {
    if (barcode === undefined) addField.current?.focus()
    else scanner.current?.(barcode)
  }, [])
  const focusLine = useEffectEvent(({ productid }: DraftLine) => {
    const index = fields.lines.findIndex((line) => line.productid === productid)
    form.getInputNode(`lines.${index}.quantity`)?.focus()
  })
  // Once the line is there.
  useEffect(() => {
    if (added && !added.isScanned) focusLine(added.line)
  }, [added])

  type Sent = Awaited<ReturnType<typeof draft.send>>

  const onSent = ({ documentid, isEarlier, isMerged, hasNewer: hasTyped }: Sent, isFinished: boolean) => {
    if (isEarlier) showToast('Already saved by an earlier try.')
    else showToast(isFinished ? FINISH[kind].done : isMerged ? 'Draft saved, with the other person’s changes' : 'Draft saved')
    if (document) return isFinished && onFinished?.()
    isLeaving.current = true
    setStored(true)
    // What was typed while it was saved is there again.
    if (hasTyped && !isFinished) storeDraft(createName(documentid), { version: 1, fields: form.getValues() })
    void navigate({ to: '/stock/$documentid', params: { documentid: String(documentid) }, replace: true })
  }

  const saveDraft = () => {
    setFailure(null)
    draft.check(
      'save',
      () =>
        void run(() => draft.send(false), {
          onAnswer: (answer, isOpen) => isOpen && onSent(answer, false),
          onFailure: (error, isOpen) => (isOpen ? setFailure(error) : showFailure(`Not saved: ${title}.`)),
        }),
    )
  }

  /** Somebody else may have received a part of it by now. */
  const readOrderAgain = () => {
    if (order) void client.invalidateQueries(documentQuery(order.documentid))
  }

  const askToFinish = () => {
    setFailure(null)
    draft.check('finish', () => {
      setDialog('finish')
      readOrderAgain()
    })
  }

  /** Without an answer the dialog stays, for another try. What the server refused is put right in the lines. */
  const finish = async () => {
    setFailure(null)
    try {
      onSent(await draft.send(true), true)
    } catch (error) {
      if (getErrorCode(error) === null) throw error
      console.error(error)
      setFailure(error)
      readOrderAgain()
    }
  }

  const addBarcode = (barcode: string) => {
    // All of the order is filled in. Who scans counts what is there.
    if (order && !document && !form.isDirty()) {
      emptyLines(form)
      setCounting(true)
    }
    const line = pickByBarcode(form.getValues().lines, barcode)
    if (line) setAdded({ line: draft.addLine(line, 1), isScanned: true })
    return line !== undefined
  }

  return (
    <div className={classes.editor} inert={isStored}>
      <PageHeader
        trail={STOCK_TRAIL}
        title={title}
        subtitle={
          order ? `${getDocumentName(order)} · ${describeRoute(order)}` : document ? describeRoute(document) : SUBTITLES[kind]
        }
        status={<DraftPill />}
        action={
          document && (
            <Button variant="default" onClick={() => setDialog('delete')}>
              Delete draft
            </Button>
          )
        }
      />
      {draft.isRestored && draft.isUnsaved && (
        <Box mb="md">
          <Notice
            kind="quiet"
            action={
              <Button variant="default" size="xs" onClick={draft.discard}>
                Discard it
              </Button>
            }
          >
            Your unsaved text is back. Save it to keep it.
          </Notice>
        </Box>
      )}
      {failed && <LoadFailure query={failed} failure="Failed to load sites, suppliers and reasons" asCard />}
      <DraftHeader
        kind={kind}
        form={form}
        sites={sites}
        destinations={destinations}
        suppliers={suppliers}
        hasOrder={order !== undefined}
      />
      {kind === 'delivery' && !order && fields.siteid !== null && fields.supplierid !== null && (
        <OpenOrders siteid={fields.siteid} supplierid={fields.supplierid} supplier={supplier} />
      )}
      <section className={`panel ${classes.body}`} aria-labelledby={linesTitle}>
        <div className={`row gap-12 ${classes.head}`}>
          <h2 id={linesTitle}>Products</h2>
          <div className="rest" />
          {order && <FillButtons order={order} form={form} onFill={setCounting} />}
          {kind === 'adjustment' && (
            <UsualReason
              reasons={reasons}
              value={usualReason}
              onChange={(reason) => {
                setUsualReason(reason)
                form.setValues({ lines: fields.lines.map((line) => ({ ...line, reason })) })
              }}
            />
          )}
        </div>
        <AddProduct
          input={addField}
          scanner={scanner}
          siteid={fields.siteid}
          sitename={findSite(fields.siteid)}
          onBarcode={addBarcode}
          onProduct={(product, units, isScanned) =>
            setAdded({ line: draft.addLine(createLine(kind, product, usualReason), units), isScanned })
          }
          message={[isCounting && 'You receive only what you scan.', added && describeAdded(kind, added.line)]
            .filter(Boolean)
            .join(' ')}
        />
        {fields.lines.length > 0 && (
          <DraftLines
            kind={kind}
            lines={fields.lines}
            errors={form.errors}
            reasons={reasons}
            outstanding={outstanding}
            titleId={linesTitle}
            isNarrow={isNarrow}
            onChange={draft.changeLine}
            onRemove={draft.removeLine}
            onDone={leaveField}
          />
        )}
      </section>
      {document && (
        <Box mb="md">
          <HistoryCard noun="stock document" of={{ rowid: String(document.documentid) }} />
        </Box>
      )}
      <div className={`panel row ${classes.bar}`}>
        {draft.conflict ? (
          <ConflictNotice
            base={form.getInitialValues()}
            theirs={draft.conflict}
            sites={sites}
            suppliers={suppliers}
            onLoad={(theirs) => {
              setFailure(null)
              draft.loadTheirs(theirs)
            }}
            onKeep={(theirs) => {
              setFailure(null)
              draft.keepMine(theirs)
            }}
          />
        ) : isFinishedElsewhere ? (
          <Notice
            kind="error"
            action={
              <Button variant="default" size="xs" onClick={onFinished}>
                Show it
              </Button>
            }
          >
            Someone else finished this document, without your text.
          </Notice>
        ) : draft.isMerged ? (
          <Notice kind="quiet">Someone else changed other lines. Check them, then continue.</Notice>
        ) : (
          failure !== null && <Notice kind="error">{getSaveErrorMessage(failure, SOMETHING_WRONG)}</Notice>
        )}
        {form.errors.lines && <Notice kind="error">{form.errors.lines}</Notice>}
        <p className={`digits ${classes.sum}`}>
          <Totals kind={kind} sum={sum} showsPrices={showsPrices} />
        </p>
        <Button variant="default" loading={busy || isStored} onClick={saveDraft}>
          Save draft
        </Button>
        <Button disabled={busy} onClick={askToFinish}>
          {FINISH[kind].action}
        </Button>
      </div>
      {dialog === 'finish' && (
        <ConfirmDialog
          title={FINISH[kind].action}
          subtitle={FINISH[kind].after}
          action={FINISH[kind].action}
          onConfirm={finish}
          onClose={() => setDialog(null)}
        >
          {joinParagraphs([
            ...describeFinish({
              ...{ kind, sum, supplier, site: findSite(fields.siteid), to_site: findSite(fields.to_siteid) },
              ...{ showsPrices, rule: settings?.purchase_price_rule },
            }),
            ...(order ? describeExcess(fields, order) : []),
            ...describeBelowZero(kind, fields),
          ])}
        </ConfirmDialog>
      )}
      {dialog === 'delete' && document && (
        <ConfirmDelete
          question={`Delete the draft ${title}?`}
          onConfirm={async () => {
            const { version } = draft.opened ?? document
            await removal.mutateAsync({ documentid: document.documentid, opened: { version } })
            isLeaving.current = true
            void navigate({ to: '/stock', replace: true })
          }}
          onClose={() => setDialog(null)}
        />
      )}
      {leaveQuestion}
    </div>
  )
}

const NO_REASONS: string[] = []

const SUBTITLES: Record<DraftKind, string> = {
  order: 'Goods from a supplier',
  delivery: 'Goods received',
  transfer: 'Goods sent from one site to another',
  adjustment: 'Stock damaged, stolen, found …',
}

const describeAdded = (kind: DraftKind, line: DraftLine) => {
  const typed = line.quantity || '0'
  if (kind !== 'adjustment') return `${line.productname}: ${typed}`
  return `${line.productname}: ${getDirection(line) === 'away' ? `take away ${typed}` : `add ${typed}`}`
}

const joinParagraphs = (texts: string[]): ReactNode =>
  texts.map((text) => (
    <Box component="span" key={text} display="block" mb={4}>
      {text}
    </Box>
  ))

const DraftPill = () => <span className="pill">Draft</span>

type TotalsProps = { kind: DraftKind; sum: ReturnType<typeof sumFields>; showsPrices: boolean }

const Totals = ({ kind, sum, showsPrices }: TotalsProps) => (
  <>
    <b>
      {pluralize(sum.lines, 'product')}, {kind === 'adjustment' ? formatChanges(sum) : formatUnits(sum.units)}
    </b>
    {showsPrices && sum.lines > 0 && <span className="second-line">{describeCost(sum)} excl. VAT</span>}
    {sum.rejected > 0 && <span className="second-line">{formatUnits(sum.rejected)} rejected</span>}
  </>
)

const formatChanges = ({ more, less }: { more: number; less: number }) =>
  [less > 0 && `-${formatQuantity(less)}`, more > 0 && `+${formatQuantity(more)}`].filter(Boolean).join(' and ') || '0'

const emptyLines = (form: DraftForm) =>
  form.setValues({ lines: form.getValues().lines.map((line) => ({ ...line, quantity: '' })) })

/** For somebody who scans what is on the trolley, and for one who has all of it. */
function FillButtons({ order, form, onFill }: { order: StockDocument; form: DraftForm; onFill: (isCounting: boolean) => void }) {
  const { lines } = form.values
  const isAnyFilled = lines.some(({ quantity }) => quantity !== '')
  const fill = () => {
    const filled = toDeliveryFields(order).lines
    const kept = lines.filter((line) => !filled.some(({ productid }) => productid === line.productid))
    form.setValues({ lines: [...filled, ...kept] })
  }
  return (
    <Button
      variant="default"
      size="xs"
      onClick={() => {
        if (isAnyFilled) emptyLines(form)
        else fill()
        onFill(isAnyFilled)
      }}
    >
      {isAnyFilled ? 'Scan from zero' : 'All of it arrived'}
    </Button>
  )
}

type ReasonProps = { reasons: string[]; value: string; onChange: (reason: string) => void }

/** Of all lines at once, also of those that follow. */
const UsualReason = ({ reasons, value, onChange }: ReasonProps) => (
  <NativeSelect
    size="xs"
    aria-label="Reason for all lines"
    rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
    data={[{ value: '', label: 'One reason for all' }, ...reasons.map((reason) => ({ value: reason, label: reason }))]}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)
