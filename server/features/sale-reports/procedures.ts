import { signedIn } from '../../rpc/procedure.ts'
import { readRangeReport } from '../../rpc/read-range.ts'
import { findSaleReport } from './queries.ts'

const get = signedIn.saleReports.get.handler(({ input, context }) =>
  readRangeReport(context, input, (scope) => findSaleReport(scope, input)),
)

export const saleReports = { get }
