import { inBusiness } from '../../rpc/procedure.ts'
import { findInTransit, findReorderList, findShrinkage, findSlowSellers, findStockValue } from './reports.ts'

const reorder = inBusiness.stockReports.reorder.handler(({ input, context }) => findReorderList(context.scope, input))
const slowSellers = inBusiness.stockReports.slowSellers.handler(({ input, context }) => findSlowSellers(context.scope, input))
const stockValue = inBusiness.stockReports.stockValue.handler(({ input, context }) => findStockValue(context.scope, input))
const inTransit = inBusiness.stockReports.inTransit.handler(({ input, context }) => findInTransit(context.scope, input))
const shrinkage = inBusiness.stockReports.shrinkage.handler(({ input, context }) => findShrinkage(context.scope, input))

export const stockReports = { reorder, slowSellers, stockValue, inTransit, shrinkage }
