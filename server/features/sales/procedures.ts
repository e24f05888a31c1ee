import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRange } from '../../rpc/read-range.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { findSale, findSalesEmployees, findSalesSummary, listSales, listSalesOptions } from './queries.ts'
import { CursorOutdated, findSalesSince, keepPlace } from './since.ts'

const list = signedIn.sales.list.handler(({ input, context }) => readRange(context, input, (scope) => listSales(scope, input)))

const figures = signedIn.sales.figures.handler(({ input, context }) =>
  readRange(context, input, (scope) => findSalesSummary(scope, input)),
)

const get = inBusiness.sales.get.handler(async ({ input, context, errors }) => {
  const sale = await findSale(context.scope, input.saleid)
  if (!sale) throw errors.NOT_FOUND()
  return sale
})

const since = signedIn.sales.since.handler(async ({ input, context, errors }) => {
  const { rows, place } = await runInBusiness(context, (scope, entered) => {
    context.identify({ business: entered.businessid })
    return findSalesSince(scope, entered, input)
  }).catch((error) => {
    throw error instanceof CursorOutdated ? errors.CURSOR_OUTDATED() : error
  })
  return { rows, next: await context.scopes.asAuth((scope) => keepPlace(scope, place)) }
})

const options = inBusiness.sales.options.handler(({ context }) => listSalesOptions(context.scope))

const employees = inBusiness.sales.employees.handler(({ input, context }) => findSalesEmployees(context.scope, input))

export const sales = { list, figures, options, employees, since, get }
