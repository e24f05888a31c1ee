import type { SalesImportPreview, SalesImportSearch } from '../../../../contract/sales-imports.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { describeColumns, keepChoice } from '../../../shared/files/match-table.ts'
import type { FileSale } from './build-sale.ts'
import { type ComparedBatch, type ComparedSale, compareSales } from './compare-sales.ts'
import { createEmployeeMatcher } from './match-names.ts'
import { ProductMatcher } from './match-products.ts'
import { isRejected } from './parse-row.ts'
import { PreviewSummary } from './preview-summary.ts'
import { countOtherSales, insertBatch, insertPreview, type Names, type StagedBatch, updateTotals } from './queries.ts'
import { findMissing, matchSalesFile, openSales } from './sales-file.ts'

/** Reads a file, and stores its new sales as batches that are not imported yet. Throws InvalidFile. */
export async function createPreview(
  within: InBusiness,
  source: FileSource,
  search: SalesImportSearch,
): Promise<SalesImportPreview> {
  const matched = await matchSalesFile(within, source, search)
  const columns = describeColumns(matched)
  const missing = findMissing(matched)
  if (missing.length > 0) return { columns, missing, sales: null }
  await within((scope) => keepChoice(scope, matched, search.date_order !== undefined))

  const { names, formats, findDay, sales } = await openSales(within, matched, search)
  const summary = new PreviewSummary()
  const importid = await within((scope) => insertPreview(scope, search.file_name))
  const stage = createStage({ within, importid, summary, names, search })
  for await (const item of compareSales(within, { sales, findDay })) {
    if (isRejected(item)) summary.reject(item)
    else await stage(item)
  }
  const totals = summary.totals()
  const { first_day, last_day } = totals
  const other_sales = await within(async (scope) => {
    await updateTotals(scope, importid, totals)
    return first_day && last_day ? countOtherSales(scope, first_day, last_day, names.timezone) : 0
  })
  return {
    columns,
    missing,
    sales: {
      ...{ importid, ...summary.toPreview(), other_sales },
      employees: names.employees.map(({ employeeid, firstname, lastname }) => ({ employeeid, name: `${firstname} ${lastname}` })),
      date_order: formats.dates.order,
      is_date_ambiguous: formats.dates.isAmbiguous,
      is_from_today: first_day !== null && first_day >= names.today,
    },
  }
}

type StageOptions = {
  within: InBusiness
  importid: number
  summary: PreviewSummary
  names: Names
  search: SalesImportSearch
}

/** Stores the new sales of batches. */
function createStage({ within, importid, summary, names, search }: StageOptions) {
  const products = new ProductMatcher()
  const findEmployee = createEmployeeMatcher(names, search.employees)
  const siteNames = new Map(names.sites.map(({ siteid, sitename }) => [siteid, sitename]))
  const standIn = names.employees.find(({ employeeid }) => employeeid === search.employeeid)?.employeeid
  let batches = 0

  function matchEmployee({ employee }: FileSale) {
    const found = employee ? findEmployee(employee) : undefined
    if (employee && found === undefined) summary.unknownEmployees.add(employee)
    return found ?? standIn
  }

  function toStored({ sale, reference, content_hash }: ComparedSale): StagedBatch['sales'][number] {
    const unknown: string[] = []
    const items = sale.lines.flatMap((line) => {
      const productid = products.find(sale.siteid, line)
      if (productid === undefined) unknown.push(line.productname || line.barcode)
      return productid === undefined ? [] : { productid, quantity: line.quantity, price: toRand(line.price) }
    })
    summary.addItems(items.length, unknown)
    const employeeid = matchEmployee(sale)
    const { saledate, payment_method } = sale
    return { content_hash, sale: { reference, saledate, finalamount: sale.finalamount / 100, payment_method, employeeid, items } }
  }

  const toSample = ({ line, saledate, siteid, employee, payment_method, finalamount, lines }: FileSale) => ({
    ...{ line, saledate, payment_method, amount: finalamount / 100, items: lines.length },
    sitename: siteNames.get(siteid) ?? '',
    employee: employee || null,
  })

  return async ({ siteid, sales }: ComparedBatch) => {
    await products.load(
      within,
      siteid,
      sales.map(({ sale }) => sale),
    )
    for (const { sale, day, isNew } of sales) {
      summary.add(sale, day, isNew)
      summary.addSample(toSample(sale))
    }
    const stored = sales.filter(({ isNew }) => isNew).map(toStored)
    if (stored.length > 0) await within((scope) => insertBatch(scope, importid, ++batches, { siteid, sales: stored }))
  }
}

const toRand = (cents: number | null) => (cents === null ? undefined : cents / 100)
