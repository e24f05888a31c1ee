import type { AccountingPreview } from '../../../contract/accounting.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRangeReport } from '../../rpc/read-range.ts'
import { findLocalTime } from '../../shared/figures/compared-range.ts'
import { readJournals } from './export.ts'
import { addUpAccounts, NotBalanced } from './journals.ts'
import { findIncomplete } from './queries.ts'
import { findSettings, saveSettings } from './settings.ts'

const preview = signedIn.accounting.preview.handler(({ input, context, errors }) =>
  readRangeReport(context, input, async (scope): Promise<AccountingPreview> => {
    const { journals, sums } = await readJournals(scope, input).catch((error) => {
      throw error instanceof NotBalanced ? errors.NOT_BALANCED() : error
    })
    const sales = sums.filter(({ kind }) => kind === 'sales')
    const accounts = addUpAccounts(journals)
    const { today } = await findLocalTime(scope)
    return {
      accounts,
      journals: journals.length,
      lines: journals.reduce((count, { lines }) => count + lines.length, 0),
      debit: accounts.reduce((sum, account) => sum + Math.round(account.debit * 100), 0) / 100,
      revenue: sales.reduce((sum, { revenue }) => sum + revenue, 0) / 100,
      vat: sales.reduce((sum, { vat }) => sum + vat, 0) / 100,
      incomplete: await findIncomplete(scope, input),
      has_today: input.to >= today,
    }
  }),
)

const settings = inBusiness.accounting.settings.handler(({ context }) => findSettings(context.scope))

const save = inBusiness.accounting.saveSettings.handler(async ({ input, context: { scope, log }, errors }) => {
  if (!(await saveSettings(scope, input))) throw errors.CHANGED()
  log.info({ event: 'accounting_accounts_saved', program: input.program }, 'the accounts of an accounting program were saved')
})

export const accounting = { preview, settings, saveSettings: save }
