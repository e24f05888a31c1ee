import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRangeReport } from '../../rpc/read-range.ts'
import { findAgreement, findReport } from './queries.ts'
import { deleteSavedReport, insertSavedReport, listSavedReports, updateSavedReport } from './saved-reports.ts'

const CONSTRAINT_ERRORS = { unique: 'NAME_TAKEN' } as const

const get = signedIn.reports.get.handler(({ input, context }) =>
  readRangeReport(context, input, (scope) => findReport(scope, input)),
)

const agreement = signedIn.reports.agreement.handler(({ input, context }) =>
  readRangeReport(context, input, (scope) => findAgreement(scope, input)),
)

const list = inBusiness.reports.saved.list.handler(({ context }) => listSavedReports(context.scope))

const create = inBusiness.reports.saved.create.handler(async ({ input, context, errors }) => {
  const reportid = await insertSavedReport(context.scope, input).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (reportid === undefined) throw errors.TOO_MANY_REPORTS()
  return { reportid }
})

const update = inBusiness.reports.saved.update.handler(async ({ input, context, errors }) => {
  const isUpdated = await updateSavedReport(context.scope, input).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!isUpdated) throw errors.NOT_FOUND()
})

const remove = inBusiness.reports.saved.remove.handler(async ({ input, context, errors }) => {
  if (!(await deleteSavedReport(context.scope, input.reportid))) throw errors.NOT_FOUND()
})

export const reports = { get, agreement, saved: { list, create, update, remove } }
