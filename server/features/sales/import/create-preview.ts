import type { FileColumn } from '../../../../contract/columns/file-column.ts'
import type { SalesImportPreview, SalesImportSearch } from '../../../../contract/sales-imports.ts'
import { barcodeIdentity, pickByBarcode } from '../../../../contract/shared/barcode-identity.ts'
import { multiplyPrice, parseDecimal } from '../../../../contract/shared/decimal.ts'
import { spreadInProportion } from '../../../../contract/shared/vat-amounts.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { describeColumns, keepChoice } from '../../../shared/files/match-table.ts'
import { saveChosenNames } from '../../../shared/import-names.ts'
import type { SoldLine, SoldSale } from '../../../shared/store-sales/sold-sale.ts'
import type { FileSale, SaleLine } from './build-sale.ts'
import { type ComparedBatch, type ComparedSale, compareSales } from './compare-sales.ts'
import { createEmployeeMatcher, toSeller } from './match-names.ts'
import { findRate, ProductMatcher } from './match-products.ts'
import { isRejected } from './parse-row.ts'
import { PreviewSummary } from './preview-summary.ts'
import {
  countOtherSales,
  findSimilarProducts,
  insertBatch,
  insertPreview,
  type KnownProduct,
  type Names,
  type StagedBatch,
  sumMonths,
  updateTotals,
} from './queries.ts'
import { addVat, deriveVatRate, spreadVat } from './sale-vat.ts'
import { isMatched, matchSalesFile, openSales } from './sales-file.ts'
import { findUnknownAmounts } from './unknown-amounts.ts'

/** Reads a file, and stores its new sales as batches that are not imported yet. Throws InvalidFile. */
export async function createPreview(
  within: InBusiness,
  source: ReceivedFile,
  search: SalesImportSearch,
): Promise<{ columns: FileColumn[]; made_by?: string | undefined; preview: SalesImportPreview | null }> {
  const matched = await matchSalesFile(within, source, search)
  const asked = findUnknownAmounts(matched)
  const columns = describeColumns(matched).map((column, index) =>
    asked.includes(index) ? { ...column, is_asked: true } : column,
  )
  const made_by = matched.madeBy?.name
  if (!isMatched(matched) || asked.length > 0) return { columns, made_by, preview: null }
  await within(async (scope) => {
    await keepChoice(scope, matched, search.date_order !== undefined)
    await saveChosenNames(scope, 'siteid', search.sites)
    await saveChosenNames(scope, 'employeeid', search.employees)
  })

  const { names, formats, findDay, findSite, findStandardRate, notes, sales } = await openSales(within, matched, search)
  const summary = new PreviewSummary()
  const importid = await within((scope) => insertPreview(scope, search.file_name))
  const vatColumn = columns.find(({ field }) => field === 'vat' || field === 'addedtax')?.title
  const titleRates = readTitleRate(vatColumn)
  const areNet = matched.madeBy?.areLinesNet ?? false
  const stage = createStage({ within, importid, summary, names, search, findStandardRate, titleRates, areNet })
  for await (const item of compareSales(within, { sales, findDay })) {
    if (isRejected(item)) summary.reject(item)
    else await stage(item)
  }
  const totals = summary.totals()
  const { first_day, last_day } = totals
  const preview = summary.toPreview()
  const { other_sales, present, similar } = await within(async (scope) => {
    await updateTotals(scope, importid, totals)
    const unknown = preview.unknown_products
    return {
      other_sales: first_day && last_day ? await countOtherSales(scope, first_day, last_day, names.timezone) : 0,
      present: first_day && last_day ? await sumMonths(scope, first_day, last_day) : [],
      similar: await findSimilarProducts(
        scope,
        unknown.map(({ barcode }) => barcodeIdentity(barcode)),
        unknown.map(({ productname }) => productname.toLowerCase()),
      ),
    }
  })
  const siteNames = new Map(names.sites.map(({ siteid, sitename }) => [siteid, sitename]))
  const hasExtraColumns = columns.some(({ field }) => field === 'tip' || field === 'gift_card_sold')
  return {
    columns,
    made_by,
    preview: {
      ...{ importid, ...preview, other_sales, present, ...notes.toPreview(search.same_number) },
      unknown_products: preview.unknown_products.map((product) => ({
        ...product,
        sitename: siteNames.get(product.siteid) ?? '',
        similar:
          pickByBarcode(similar, product.barcode) ??
          similar.find(({ name }) => name === product.productname.toLowerCase()) ??
          null,
      })),
      unknown_sites: preview.unknown_sites.map((unknown) => {
        const found = findSite(unknown.name)
        return { ...unknown, siteid: 'siteid' in found ? found.siteid : null }
      }),
      unknown_employees: preview.unknown_employees,
      employees: names.employees.map(({ employeeid, firstname, lastname }) => ({ employeeid, name: `${firstname} ${lastname}` })),
      extras: {
        ...preview.extras,
        in_total: hasExtraColumns ? formats.extrasInTotal.is : null,
        is_unclear: hasExtraColumns && !formats.extrasInTotal.isKnown,
      },
      vat: {
        ...preview.vat,
        is_added: formats.isVatOnTop || columns.some(({ field }) => field === 'addedtax'),
        column: vatColumn ?? null,
      },
      date_order: formats.dates.order,
      is_date_ambiguous: formats.dates.isAmbiguous,
      is_from_today: first_day !== null && first_day >= names.today,
    },
  }
}

/** 'Tax 5%' has the rate in its title. */
function readTitleRate(title = ''): VatRate[] {
  const percent = parseDecimal(/(\d{1,2}(?:[.,]\d{1,2})?)\s*%/.exec(title)?.[1] ?? '')
  return percent === undefined ? [] : [percent]
}

type StageOptions = {
  within: InBusiness
  importid: number
  summary: PreviewSummary
  names: Names
  search: SalesImportSearch
  findStandardRate: (day: string) => number
  titleRates: VatRate[]
  /** The amounts of lines leave out the VAT, which the total of their sale has. */
  areNet: boolean
}

/** Stores the new sales of batches. */
function createStage({ within, importid, summary, names, search, findStandardRate, titleRates, areNet }: StageOptions) {
  const products = new ProductMatcher()
  const findEmployee = createEmployeeMatcher(names, { ...names.chosen_employees, ...search.employees })
  const siteNames = new Map(names.sites.map(({ siteid, sitename }) => [siteid, sitename]))
  const chosenEmployee = names.employees.find(({ employeeid }) => employeeid === search.employeeid)?.employeeid
  const findMethod = ({ payment_method }: FileSale) => payment_method || (search.payment_method ?? '')
  let batches = 0

  function matchEmployee({ employee, siteid }: FileSale): Pick<SoldSale, 'employeeid' | 'employee_code' | 'employee_name'> {
    if (!employee) return { employeeid: chosenEmployee }
    const found = findEmployee(employee)
    summary.addEmployee(employee, { employeeid: found ?? null, siteid }, findEmployee.isByName(employee))
    return found === undefined ? toSeller(employee) : { employeeid: found }
  }

  /** What a sale sold, and what the preview says about it. */
  function toSold(sale: FileSale, day: string): Pick<SoldSale, 'items' | 'vat_rate' | 'vat_cents'> {
    const standard = findStandardRate(day)
    const known = [...titleRates, standard, ...names.standard_rates.map(({ percent }) => percent)]
    const lines = sale.lines.map((line) => ({ ...line, product: line.isCharge ? undefined : products.find(sale.siteid, line) }))
    const totals = findTotals(sale, lines)
    const rates = lines.map(({ product }) => product && findRate(product, standard))
    if (lines.length === 0) {
      summary.addVat(sale.finalamount, sale.vat, sale.vat_rate ?? standard, sale.vat === null && sale.vat_rate === null)
      if (sale.vat === null) return { items: [], vat_rate: sale.vat_rate ?? undefined }
      return { items: [], vat_cents: sale.vat, vat_rate: sale.vat_rate ?? deriveVatRate(sale.vat, sale.finalamount, known) }
    }
    const gross = areNet ? addMissingVat() : undefined
    const isNet = gross !== undefined
    const paid = spreadDiscount(
      lines.map(({ isCharge }, index) => ({ amount: (gross ?? totals)[index] ?? 0, isCharge: isCharge && !isNet })),
      sale.finalamount,
    )
    const isSpread = isNet || lines.some(({ isCharge }) => isCharge)
    const ofSale =
      sale.vat === null
        ? undefined
        : spreadVat(
            sale.vat,
            paid.map((amount, index) => ({ amount, rate: lines[index]?.vat_rate ?? rates[index] })),
            standard,
          )
    if (sale.vat !== null) summary.addVat(sale.finalamount, sale.vat, standard, false)
    const items = lines.map(({ isCharge, product, quantity, price, total, unitcost, ...line }, index): SoldLine => {
      const amount = (isSpread ? paid[index] : totals[index]) ?? 0
      const unitPrice = isNet ? null : price
      const part = ofSale?.[index]
      const vat = part ? part.vat : line.vat
      const vat_rate = line.vat_rate ?? (vat === null ? undefined : deriveVatRate(vat, part ? part.amount : amount, known))
      const keepsRate = ofSale !== undefined && !part && !product
      if (!ofSale) summary.addVat(paid[index] ?? 0, line.vat, standard, vat_rate === undefined && !product)
      if (isCharge) summary.addCharge(paid[index] ?? amount)
      else if (product) summary.addItem()
      else
        summary.addUnknown({
          ...line,
          siteid: sale.siteid,
          quantity,
          amount: paid[index] ?? amount,
          price: unitPrice ?? toUnitPrice(amount, quantity),
        })
      return {
        ...(product
          ? { productid: product.productid, units: product.units }
          : {
              ...(isCharge && { kind: 'charge' as const }),
              barcode: line.barcode || undefined,
              productname: line.productname || line.barcode,
            }),
        quantity,
        price_cents: unitPrice ?? (product && total === null && !isNet ? undefined : toUnitPrice(amount, quantity)),
        total_cents: isSpread ? amount : (total ?? (product ? undefined : amount)),
        unitcost_cents: unitcost ?? undefined,
        vat_rate: vat_rate ?? (keepsRate ? standard : undefined),
        vat_cents: vat ?? undefined,
        is_vat_of_sale: part !== undefined,
      }
    })
    return { items }

    /** The amounts of the lines with their VAT, where the amount of the sale has it. */
    function addMissingVat() {
      const priced = lines.map(({ price, quantity }, index) =>
        price === null ? (totals[index] ?? 0) : multiplyPrice(price, quantity),
      )
      const gross = priced.map((amount, index) => addVat(amount, lines[index]?.vat_rate ?? rates[index] ?? standard))
      return findDifference(sale, gross) < findDifference(sale, priced) ? gross : undefined
    }
  }

  /** The amount of each line, before a discount of the whole sale. */
  function findTotals(sale: FileSale, lines: (SaleLine & { product: KnownProduct | undefined })[]) {
    const own = lines.map(({ total, price, quantity, product }) => {
      const unit = price ?? product?.price_cents
      return total ?? (unit === undefined ? null : multiplyPrice(unit, quantity))
    })
    const left = sale.finalamount - own.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
    const units = lines.reduce((sum, { quantity }, index) => sum + (own[index] === null ? Math.abs(quantity) : 0), 0)
    // What no line says is shared by the units of the lines without an amount.
    return own.map(
      (amount, index) => amount ?? (units === 0 ? 0 : Math.round((left * Math.abs(lines[index]?.quantity ?? 0)) / units)),
    )
  }

  const toSample = (sale: FileSale) => ({
    ...{ line: sale.line, saledate: sale.saledate, amount: sale.finalamount / 100, items: sale.lines.length },
    sitename: siteNames.get(sale.siteid) ?? '',
    employee: sale.employee || null,
    payment_method: findMethod(sale),
  })

  function toStored({ sale, day, reference, content_hash }: ComparedSale): StagedBatch['sales'][number] {
    const { saledate, finalamount } = sale
    const payment_method = findMethod(sale)
    const sold = toSold(sale, day)
    return {
      content_hash,
      sale: {
        ...{ reference, saledate, finalamount_cents: finalamount, payment_method, ...matchEmployee(sale), ...sold },
        ...(sale.payments.length > 0 && {
          payments: sale.payments.map(({ method, amount }) => ({ method, amount_cents: amount })),
          payment_method: undefined,
        }),
        ...(sale.extras.length > 0 && { extras: sale.extras.map(({ kind, amount }) => ({ kind, amount_cents: amount })) }),
      },
    }
  }

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

/** How far the lines of a sale are from its amount. */
const findDifference = ({ finalamount }: FileSale, totals: number[]) =>
  Math.abs(totals.reduce((sum, amount) => sum + amount, 0) - finalamount)

/** Whole cents, never below zero: a refund has a negative quantity. */
const toUnitPrice = (amount: number, quantity: number) => (quantity === 0 ? 0 : Math.max(0, Math.round(amount / quantity)))

/**
 * What was paid for each line, when a discount or a rounding of the whole sale is spread by their amounts, as store-sales.ts does. A charge
 * has no part of it: the file says what it was.
 */
function spreadDiscount(lines: { amount: number; isCharge: boolean }[], finalamount: number) {
  const totals = lines.map(({ amount }) => amount)
  const weights = lines.map(({ amount, isCharge }) => (isCharge ? 0 : Math.abs(amount)))
  const difference = finalamount - totals.reduce((whole, amount) => whole + amount, 0)
  if (difference === 0 || weights.every((weight) => weight === 0)) return totals
  const parts = spreadInProportion(difference, weights)
  return totals.map((amount, index) => amount + (parts[index] ?? 0))
}
