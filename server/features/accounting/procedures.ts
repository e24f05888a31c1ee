import type { AccountingPreview } from '../../../contract/accounting.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRangeReport } from '../../rpc/read-range.ts'
import { findLocalTime } from '../../shared/figures/compared-range.ts'
import { logEvent } from '../../shared/log-events.ts'
import { readJournals } from './export.ts'
import { addUpAccounts, NotBalanced } from './journals.ts'
import { listChangedDays, listMonths, setLock } from './kept-days.ts'
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
      changed_days: await listChangedDays(scope, input),
      months: await listMonths(scope, input),
    }
  }),
)

const settings = inBusiness.accounting.settings.handler(({ context }) => findSettings(context.scope))

const save = inBusiness.accounting.saveSettings.handler(async ({ input, context: { scope, log }, errors }) => {
  if (!(await saveSettings(scope, input))) throw errors.CHANGED()
  log.info({ event: 'accounting_accounts_saved', program: input.program }, 'the accounts of an accounting program were saved')
})

const lock = inBusiness.accounting.lock.handler(async ({ input: { month, is_locked }, context: { scope, log }, errors }) => {
  const isChanged = await setLock(scope, month, is_locked)
  if (isChanged === null) throw errors.NOT_OVER()
  if (!isChanged) return
  await logEvent(scope, 'accounting', month, { is_locked })
  log.info({ event: 'accounting_month_locked', month, is_locked }, 'a month was locked for accounting, or unlocked')
})

export const accounting = { preview, settings, saveSettings: save, lock }
