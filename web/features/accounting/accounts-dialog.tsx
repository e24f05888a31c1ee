import { TextInput } from '@mantine/core'
import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form'
import { useState } from 'react'
import { ProgramAccounts } from '../../../contract/accounting.ts'
import { PROGRAM_NAMES, type Program } from '../../../contract/search/accounting.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { EXTRA_ACCOUNTS } from '../../../contract/shared/sale-parts.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

const DATE_ORDERS = [
  { value: 'dmy', label: '31/12/2026' },
  { value: 'mdy', label: '12/31/2026' },
  { value: 'ymd', label: '2026-12-31' },
]
const WIDE = { 'data-wide': true }

type Form = UseFormReturnType<ProgramAccounts>
type Props = { program: Program; accounts: ProgramAccounts; onClose: () => void }

/** The accounts and tax names of one program. */
export function AccountsDialog({ program, accounts, onClose }: Props) {
  // What was there when the form was opened, also when it is read again since.
  const [opened] = useState(accounts)
  const save = useSave(client.accounting.saveSettings, ['accounting'])
  const form = useForm<ProgramAccounts>({
    initialValues: accounts,
    validate: schemaResolver(ProgramAccounts, { sync: true }),
    transformValues: ProgramAccounts.parse,
  })
  return (
    <FormDialog
      title="Edit account codes"
      subtitle={`Named as in ${PROGRAM_NAMES[program]}, for the whole business`}
      form={form}
      onSave={(values) => save.mutateAsync({ program, accounts: values, opened })}
      onClose={onClose}
    >
      {form.values.sales.map(({ vat_rate }, index) => (
        <SalesFields key={vat_rate} form={form} index={index} hasTaxName={program === 'xero'} />
      ))}
      {program !== 'xero' && <TextInput size="md" label="VAT" wrapperProps={WIDE} {...form.getInputProps('vat_account')} />}
      {form.values.payments.map(({ payment_method }, index) => (
        <TextInput
          key={payment_method}
          size="md"
          label={`Paid by ${formatPaymentMethod(payment_method)}`}
          {...form.getInputProps(`payments.${index}.account`)}
        />
      ))}
      <TextInput size="md" label="Other payment methods" {...form.getInputProps('other_payments')} />
      {form.values.extras.map(({ kind }, index) => (
        <TextInput key={kind} size="md" label={EXTRA_ACCOUNTS[kind]} {...form.getInputProps(`extras.${index}.account`)} />
      ))}
      {program === 'xero' && (
        <>
          <TextInput size="md" label="Tax rate of payments" {...form.getInputProps('no_tax_name')} />
          <TextInput size="md" label="Xero tracking category" placeholder="None" {...form.getInputProps('tracking')} />
        </>
      )}
      <SelectField label="Dates" data={DATE_ORDERS} {...form.getInputProps('date_order')} />
    </FormDialog>
  )
}

/** The account of the sales at a rate and, in Xero, the name of the rate. */
function SalesFields({ form, index, hasTaxName }: { form: Form; index: number; hasTaxName: boolean }) {
  const rate = form.values.sales[index]?.vat_rate
  const name = rate === 'exempt' ? 'exempt from VAT' : `at ${rate?.replace('.', ',')} % VAT`
  return (
    <>
      <TextInput
        size="md"
        label={`Sales ${name}`}
        wrapperProps={hasTaxName ? {} : WIDE}
        {...form.getInputProps(`sales.${index}.account`)}
      />
      {hasTaxName && (
        <TextInput
          size="md"
          label="Tax rate"
          aria-label={`Tax rate of sales ${name}`}
          {...form.getInputProps(`sales.${index}.tax_name`)}
        />
      )}
    </>
  )
}
