import { inBusiness } from '../../rpc/procedure.ts'
import { findSale, findSalesSummary, listSales } from './queries.ts'

const list = inBusiness.sales.list.handler(({ input, context }) => listSales(context.scope, input))

const figures = inBusiness.sales.figures.handler(({ input, context }) => findSalesSummary(context.scope, input))

const get = inBusiness.sales.get.handler(async ({ input, context, errors }) => {
  const sale = await findSale(context.scope, input.saleid)
  if (!sale) throw errors.NOT_FOUND()
  return sale
})

export const sales = { list, figures, get }
