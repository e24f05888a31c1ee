import { describeVatRates } from '../../../contract/shared/vat-rate.ts'
import type { SaleAnswer } from '../../../contract/tills.ts'
import { isDataError } from '../../../db/errors.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { addUnknownProducts } from './add-unknown-products.ts'
import { sumCents, sumLine, sumSale } from './amounts.ts'
import { findClocksAhead } from './find-clocks-ahead.ts'
import { createLookup, findReferences, type Lookup } from './find-references.ts'
import { insertSales } from './insert-sales.ts'
import { findSameMeaning } from './same-meaning.ts'
import { keepUnknownSellers, linkSellers, resolveSellers } from './sellers.ts'
import { type ParsedSale, type RejectedSale, rejectSale, type SiteSale, type StoreOptions } from './sold-sale.ts'

/**
 * Stores sales in the transaction of `scope`, and answers in their order. A rejected sale does not stop the others. `hasStored` is true
 * when one is new.
 */
export async function storeSales(scope: Scope, sent: SiteSale[], options: StoreOptions = {}) {
  if (sent.length === 0) return { answers: [], hasStored: false }
  const { sales, unknown } = await resolveSellers(scope, sent)
  const answers = new Map<SiteSale, SaleAnswer>()
  const references = await findReferences(scope, sales)
  const stored = new Map(references.stored.map((sale) => [sale.reference, sale]))
  const lookup = createLookup(references, options)
  // A file with dates of the future has been refused before.
  const ahead = options.importid === undefined ? await findClocksAhead(scope, sales, references.now) : undefined
  const fresh: SiteSale[] = []
  const repeated: SiteSale[] = []
  const freshByReference = new Map<string, SiteSale>()
  for (const parsed of sales) {
    const { reference } = parsed.sale
    const earlier = stored.get(reference) ?? freshByReference.get(reference)
    const rejection = earlier ? undefined : (ahead?.get(parsed) ?? findRejection(parsed, lookup))
    if (rejection) answers.set(parsed, rejection)
    else if (earlier) repeated.push(parsed)
    else {
      freshByReference.set(reference, parsed)
      fresh.push(parsed)
    }
  }

  await addUnknownProducts(scope, fresh, lookup)
  const named = await keepUnknownSellers(scope, fresh, unknown)
  const created = fresh.length === 0 ? new Map<string, number>() : await insertSales(scope, options, named.sales, lookup)
  await linkSellers(scope, created, named.sellers)
  // Another transaction stored these references after the look-up; the insert waited for it.
  const raced = fresh.filter(({ sale }) => !created.has(sale.reference))
  if (raced.length > 0) for (const sale of (await findReferences(scope, raced)).stored) stored.set(sale.reference, sale)

  for (const parsed of fresh) {
    const { reference } = parsed.sale
    const saleid = created.get(reference)
    if (saleid === undefined) continue
    answers.set(parsed, { reference, status: 'created', saleid })
    stored.set(reference, { reference, saleid, siteid: parsed.siteid, content_hash: parsed.content_hash })
  }
  // Undefined for a sale of a site that no till of this transaction has. A key learns nothing of the other tills' sites either.
  const findEarlier = ({ siteid, sale }: SiteSale) => {
    const earlier = stored.get(sale.reference)
    return earlier?.siteid === siteid ? earlier : undefined
  }
  const again = [...repeated, ...raced]
  const isOther = (parsed: SiteSale) => findEarlier(parsed)?.content_hash !== parsed.content_hash
  const same = await findSameMeaning(
    scope,
    again.filter((parsed) => findEarlier(parsed) && isOther(parsed)),
  )
  for (const parsed of again) {
    const { reference } = parsed.sale
    const earlier = findEarlier(parsed)
    const isSame = earlier && (!isOther(parsed) || same.has(parsed))
    answers.set(parsed, isSame ? { reference, status: 'duplicate', saleid: earlier.saleid } : rejectReference(parsed))
  }
  return { answers: sales.flatMap((parsed) => answers.get(parsed) ?? []), hasStored: created.size > 0 }
}

/**
 * Stores sales in transactions of their own. When the database refuses a value that the schema accepts, such as a quantity that takes
 * a stock out of its range, each half is stored by itself, until the sale is found: `reject` gets it.
 */
export async function storeValidSales<S>(
  sales: S[],
  store: (sales: S[]) => Promise<void>,
  reject: (sale: S) => Promise<void> | void,
): Promise<void> {
  try {
    await store(sales)
  } catch (error) {
    const [first] = sales
    if (!isDataError(error) || first === undefined) throw error
    if (sales.length === 1) return reject(first)
    const middle = Math.ceil(sales.length / 2)
    await storeValidSales(sales.slice(0, middle), store, reject)
    await storeValidSales(sales.slice(middle), store, reject)
  }
}

function findRejection({ index, siteid, sale }: SiteSale, lookup: Lookup): RejectedSale | undefined {
  const reject = (path: PropertyKey[], message: string) => rejectSale(index, sale.reference, { path, message })
  // The money came in and the goods came back: one of the two is wrong, and the stock or the revenue would be.
  if ((sale.finalamount_cents ?? 0) > 0 && sale.items.length > 0 && sale.items.every(({ quantity }) => quantity < 0))
    return reject(['finalamount'], 'A refund has a negative amount. Here the amount is positive and every quantity is negative.')
  if (sale.employeeid != null && !lookup.hasEmployee(sale.employeeid)) return reject(['employeeid'], 'There is no such employee.')
  for (const [line, item] of sale.items.entries()) {
    const product = lookup.product(siteid, item)
    // A charge is kept as it is, and what no product is called under its text.
    const isKept = item.productid === undefined && item.price_cents !== undefined
    if ((!product || (product.is_unknown && item.price_cents === undefined)) && !isKept)
      return reject(
        ['items', line, item.productid === undefined ? 'barcode' : 'productid'],
        'There is no such product at this site.',
      )
    if (item.vat_rate !== undefined && !lookup.hasVatRate(item.vat_rate))
      return reject(['items', line, 'vat_rate'], describeVatRates(lookup.vat_rates))
    const wrongDiscount = item.discount_cents && findWrongDiscount(item.discount_cents, sumLine(item, product))
    if (wrongDiscount) return reject(['items', line, 'discount'], wrongDiscount)
  }
  if (!sale.payments?.length) return undefined
  const paid = sumCents(sale.payments)
  const beside = sumCents(sale.extras)
  const due = sumSale(sale, (item) => lookup.product(siteid, item)) + beside
  if (paid === due) return undefined
  return reject(
    ['payments'],
    `The payments are ${formatCents(paid)}. The amount of the sale ${beside === 0 ? 'is' : 'and its extras are'} ${formatCents(due)}.`,
  )
}

/** What is wrong with the discount of a line that is `amount` cents before it. */
function findWrongDiscount(discount: number, amount: number) {
  if (amount < 0 && discount > 0) return 'The discount of a returned line is below zero, as its amount is.'
  if (amount > 0 && discount < 0) return 'A discount is not below zero.'
  if (Math.abs(discount) > Math.abs(amount)) return `The discount is more than the line, which is ${formatCents(amount)}.`
  return undefined
}

const formatCents = (cents: number) => (cents / 100).toFixed(2)

const rejectReference = ({ index, sale }: ParsedSale) =>
  rejectSale(index, sale.reference, { path: ['reference'], message: 'This reference was used for another sale.' })
