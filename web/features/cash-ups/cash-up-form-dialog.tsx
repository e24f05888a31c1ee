import { Box, Button, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import { CASH, type CashUpDay, type ExpectedAmount } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { formatWeekday } from '../../lib/format/dates.ts'
import { formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import {
  type CashUpFields,
  countLine,
  createFields,
  createValidation,
  findExpected,
  needsNote,
  parseCashFloat,
  sumCounted,
  toAmountText,
  toCashUp,
} from './cash-up-form.ts'
import { useSaveCashUp } from './cash-up-mutations.ts'
import { describeMoved } from './describe-difference.ts'
import { Difference } from './difference.tsx'
import { DrawerMovements } from './drawer-movements.tsx'
import { SiteChoice } from './site-choice.tsx'

const WIDE = { 'data-wide': true }

type Props = { day: CashUpDay; sites: SiteOption[]; onSite: (siteid: number) => void; onClose: () => void }
type Form = UseFormReturnType<CashUpFields>

/** Counts a day, or corrects it. Sales that arrive while the form is open change what is expected and keep what was typed. */
export function CashUpFormDialog({ day, sites, onSite, onClose }: Props) {
  const save = useSaveCashUp()
  const [request_id, setRequestId] = useState(createUuid)
  // The entry that the person has seen: one of somebody else is refused once.
  const [seenEntry, setSeenEntry] = useState<number | null>(day.entries[0]?.entry ?? 0)
  const form = useForm({ initialValues: createFields(day), validate: createValidation(day), validateInputOnChange: true })
  useMissingMethods(form, day)

  const newestEntry = day.entries[0]?.entry ?? 0
  const opened = {
    entry: seenEntry ?? newestEntry,
    sales: day.expected.reduce((sales, line) => sales + line.sales, 0),
    expected: sumRand(day.expected.map(({ expected }) => expected)),
  }
  const onSave = (fields: CashUpFields) =>
    save.mutateAsync({ siteid: day.siteid, day: day.day, ...toCashUp(fields), opened, request_id }).catch((error) => {
      if (getErrorCode(error) === 'CASHED_UP') setSeenEntry(null)
      // The server refused these values, so others may follow.
      if (getErrorCode(error) !== null) setRequestId(createUuid())
      throw error
    })

  return (
    <FormDialog
      title={newestEntry > 0 ? 'Correct cash-up' : 'Cash up'}
      subtitle={`${day.sitename} · ${formatWeekday(day.day)}`}
      form={form}
      onSave={onSave}
      onClose={onClose}
    >
      <SiteChoice siteid={day.siteid} sites={sites} disabled={form.isDirty()} onSite={onSite} />
      {form.values.lines.map(({ payment_method }, index) => (
        <MethodFields key={payment_method} form={form} index={index} day={day} />
      ))}
      <OtherMethods form={form} day={day} />
      <DrawerMovements day={day} />
      <Total fields={form.values} day={day} />
      <Note form={form} day={day} />
    </FormDialog>
  )
}

/** A field for each method that gets its first sale while the form is open. It is no change of the person who counts. */
function useMissingMethods(form: Form, { expected }: CashUpDay) {
  const known = new Set(form.values.lines.map(({ payment_method }) => payment_method))
  const missing = expected.filter(({ payment_method }) => !known.has(payment_method))
  useEffect(() => {
    if (missing.length === 0) return
    const added = missing.map(({ payment_method }) => ({ payment_method, counted: '' }))
    const initial = form.getInitialValues()
    form.setInitialValues({ ...initial, lines: [...initial.lines, ...added] })
    form.setValues(({ lines = [] }) => ({ lines: [...lines, ...added] }))
  })
}

const AMOUNT = { size: 'lg', inputMode: 'decimal', autoComplete: 'off', leftSection: 'R' } as const

function MethodFields({ form, index, day }: { form: Form; index: number; day: CashUpDay }) {
  const line = form.values.lines[index]
  if (!line) return null
  const found = findExpected(day, line.payment_method)
  const { expected } = found
  const counted = countLine(line, form.values.cash_float)
  const isCash = line.payment_method === CASH
  const cashFloat = isCash ? parseCashFloat(form.values.cash_float) : 0
  return (
    <>
      <TextInput
        {...AMOUNT}
        wrapperProps={isCash ? {} : WIDE}
        label={isCash ? 'Cash in the drawer' : formatPaymentMethod(line.payment_method)}
        description={<span className="small">{describeExpected(found, cashFloat)}</span>}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        rightSection={
          <Button
            variant="subtle"
            {...{ size: 'sm', h: 40, px: 'xs' }}
            disabled={cashFloat === undefined}
            onClick={() => form.setFieldValue(`lines.${index}.counted`, toAmountText(sumRand([expected, cashFloat ?? 0])))}
          >
            Same as expected
          </Button>
        }
        rightSectionWidth={148}
        {...form.getInputProps(`lines.${index}.counted`)}
      />
      {isCash && (
        <TextInput
          {...AMOUNT}
          label="Float left in the drawer"
          description={<span className="small">Not part of sales</span>}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('cash_float')}
        />
      )}
      {counted !== undefined && (
        <Box component="p" mt={-8} c="dimmed" data-wide aria-live="polite">
          {cashFloat !== 0 && `Cash without the float: ${formatRand(counted)}. `}
          <Difference difference={sumRand([counted, -expected])} />
        </Box>
      )}
    </>
  )
}

/** 'R 630,35 expected: R 130,35 from 3 sales and the float'. The float is undefined while it is no amount. */
function describeExpected(line: ExpectedAmount, cashFloat: number | undefined) {
  const { expected, sales, tips } = line
  const moved = describeMoved(line)
  const ofTips = tips === undefined ? '' : `, ${formatRand(tips)} of it tips`
  const paid = sumRand([expected, -(line.paid_in ?? 0), line.paid_out ?? 0])
  if (cashFloat === 0 && moved === '') return `${formatRand(expected)} expected from ${pluralize(sales, 'sale')}${ofTips}`
  const float = cashFloat === 0 ? '' : ' and the float'
  const parts = `${formatRand(paid)} from ${pluralize(sales, 'sale')}${ofTips}${moved}${float}`
  return cashFloat === undefined ? parts : `${formatRand(sumRand([expected, cashFloat]))} expected: ${parts}`
}

function OtherMethods({ form, day }: { form: Form; day: CashUpDay }) {
  const used = new Set(form.values.lines.map(({ payment_method }) => payment_method))
  const others = [CASH, ...day.other_methods].filter((method, index, all) => !used.has(method) && all.indexOf(method) === index)
  if (others.length === 0) return null
  return (
    <SelectField
      wrapperProps={WIDE}
      label="Add another payment method"
      placeholder="Choose one"
      value={null}
      data={others.map((method) => ({ value: method, label: formatPaymentMethod(method) }))}
      onChange={(payment_method) => payment_method && form.insertListItem('lines', { payment_method, counted: '' })}
    />
  )
}

/** A large difference needs one. */
function Note({ form, day }: { form: Form; day: CashUpDay }) {
  const isNeeded = needsNote(form.values, day)
  const { error, ...input } = form.getInputProps('note')
  return (
    <Textarea
      size="md"
      wrapperProps={WIDE}
      label="Note"
      description={isNeeded && `A difference of more than ${formatRand(day.difference_limit)} needs a note.`}
      placeholder="Anything that explains a difference"
      autosize
      minRows={2}
      maxLength={1000}
      {...input}
      error={isNeeded && error}
    />
  )
}

const TOTAL = { display: 'grid', gridTemplateColumns: '1fr auto', gap: '8px 16px', background: 'var(--hover)' }
const RIGHT = { textAlign: 'right' } as const

/** The sum while the person types. */
function Total({ fields, day }: { fields: CashUpFields; day: CashUpDay }) {
  const counted = sumCounted(fields)
  const expected = sumRand(day.expected.map((line) => line.expected))
  const isComplete = fields.lines.every((line) => countLine(line, fields.cash_float) !== undefined)
  return (
    <div className="panel to-edge digits" style={TOTAL} data-wide>
      <span>Counted</span>
      <b style={RIGHT}>{counted === undefined ? NO_VALUE : formatRand(counted)}</b>
      <span>Expected</span>
      <b style={RIGHT}>{formatRand(expected)}</b>
      <span>Difference</span>
      <b style={RIGHT}>
        {isComplete && counted !== undefined ? <Difference difference={sumRand([counted, -expected])} /> : NO_VALUE}
      </b>
    </div>
  )
}
