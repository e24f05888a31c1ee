import { signedIn } from '../../rpc/procedure.ts'
import { readReport } from '../../rpc/read-range.ts'
import { findInTransit, findReorderList, findShrinkage, findSlowSellers, findStockValue } from './reports.ts'

const reorder = signedIn.stockReports.reorder.handler(({ input, context }) =>
  readReport(context, (scope) => findReorderList(scope, input)),
)
const slowSellers = signedIn.stockReports.slowSellers.handler(({ input, context }) =>
  readReport(context, (scope) => findSlowSellers(scope, input)),
)
const stockValue = signedIn.stockReports.stockValue.handler(({ input, context }) =>
  readReport(context, (scope) => findStockValue(scope, input)),
)
const inTransit = signedIn.stockReports.inTransit.handler(({ input, context }) =>
  readReport(context, (scope) => findInTransit(scope, input)),
)
const shrinkage = signedIn.stockReports.shrinkage.handler(({ input, context }) =>
  readReport(context, (scope) => findShrinkage(scope, input)),
)

export const stockReports = { reorder, slowSellers, stockValue, inTransit, shrinkage }
