import { inBusiness } from '../../rpc/procedure.ts'
import { findReorderList, findSlowSellers, findStockValue } from './reports.ts'

const reorder = inBusiness.stockReports.reorder.handler(({ input, context }) => findReorderList(context.scope, input))
const slowSellers = inBusiness.stockReports.slowSellers.handler(({ input, context }) => findSlowSellers(context.scope, input))
const stockValue = inBusiness.stockReports.stockValue.handler(({ input, context }) => findStockValue(context.scope, input))

export const stockReports = { reorder, slowSellers, stockValue }
