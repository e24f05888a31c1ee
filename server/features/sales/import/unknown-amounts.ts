import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import { createTitleTest, normaliseTitle, titles } from '../../../../contract/columns/match-columns.ts'
import { cleanNumber } from '../../../../contract/columns/number-format.ts'
import { SALE_TITLES } from '../../../../contract/columns/sale-titles.ts'
import { findMeaning } from '../../../shared/files/known-exports/known-export.ts'
import type { MatchedTable } from '../../../shared/files/match-table.ts'
import type { TableColumn } from '../../../shared/files/read-table.ts'

const listWords = (text: string) => titles(text).join('|')

/** Words of titles whose numbers are no part of what a customer paid: names of things, times, and what the shop earns, keeps or pays. */
const NO_MONEY_OF_SALE = new RegExp(
  `\\b(?:${listWords(`
    id, ids, code, number, no, nr, nommer, kode, index, row, ry, rank, rating, score, count, points, punte, phone, mobile
    cell, tel, zip, postal, postcode, poskode, latitude, longitude, lat, lng, age, table, tafel, year, month, week, day
    hour, minute, minutes, duration, jaar, maand, uur, version, guests, covers, weight, profit, margin, markup, income
    commission, payout, balance, wins, saldo, kommissie, stock, voorraad, tendered, change, kleingeld, processing fee
    processing fees, transaction fee, transaction fees, card fee, card fees, merchant fee, bank fee, percent, percentage
    pct, persent, exchange rate, wisselkoers, compare at price, list price, subtotal, subtotaal, sub total, gross, bruto
    excl, excluding, ex vat, supply price, wholesale, unit cost, cost per, quantity, quantities, qty, items, units, pieces
    aantal, hoeveelheid, eenhede, volume, size, litres, liters, kg, distance, temperature, customers, visits, orders
    transactions, lines
  `)})\\b|^(?:fees?|fee (?:amount|rate|fixed rate)|cost|koste|net total|netto totaal|conversion rate|original price|tax \\d value)$`,
)

const MONEY = new RegExp(
  `\\b(?:${listWords(`
    amount, total, price, paid, spent, spend, value, charge, cost, fee, levy, deposit, surcharge, discount, voucher, credit
    rebate, rounding, loyalty, redeemed, coupon, service, packaging, donation, refund, bedrag, totaal, prys, betaal, waarde
    heffing, koste, fooi, afslag, korting, bewys, krediet, afronding, diens
  `)})s?\\b`,
)

/** Fields that take a part away or add one: a second column of one is money too. The other sums of a sale are the same money in another way. */
const PARTS = ['discount', 'refunded', 'returned', 'tip', 'gift_card_sold', 'shipping', 'addedtax'] as const satisfies SaleField[]

const isOfPart = createTitleTest(Object.fromEntries(PARTS.map((field) => [field, SALE_TITLES[field]])))
const isOfSale = createTitleTest(SALE_TITLES)

const NUMBER = /^[-+(]?\s*(?:R|ZAR)?\s*[-+(]?\d[\d\s.,'’]*[-)]?$/i
const HAS_CENTS = /[.,]\d{2}\D*$|^\D*(?:R|ZAR)\s*\d/i

/**
 * The places of the columns without a field that may have money of the sales: those that a person is asked about. Not
 * those that have what another column has, or its amounts without VAT.
 */
export function findUnknownAmounts({ table, fields, by, madeBy }: MatchedTable<SaleField>): number[] {
  if (by !== 'titles') return []
  const find = (field: SaleField) => table.columns[fields.indexOf(field)]
  const known = table.columns.filter((_, index) => fields[index])
  const total = find('finalamount') ?? find('linetotal')
  const vat = find('vat')
  const isNet = ({ cells }: TableColumn) =>
    total !== undefined &&
    vat !== undefined &&
    cells.every((cell, row) => Math.abs(toNumber(total.cells[row]) - toNumber(vat.cells[row]) - toNumber(cell)) < 0.015)
  const isUnknown = (column: TableColumn, index: number) => {
    if (fields[index] || !column.samples.some(Boolean)) return false
    const title = normaliseTitle(column.title)
    const meaning = madeBy && findMeaning(column.title, madeBy)
    // A field that two columns of an export have is one of them: a person says which.
    const isKnown = isOfSale(column.title) && !isOfPart(column.title)
    if (meaning === null || (!meaning && (isKnown || NO_MONEY_OF_SALE.test(title)))) return false
    const samples = column.samples.map(cleanNumber)
    if (!samples.every((sample) => NUMBER.test(sample))) return false
    if (!samples.some((sample) => HAS_CENTS.test(sample)) && !MONEY.test(title)) return false
    return !isNet(column) && !known.some(({ cells }) => cells.every((cell, row) => isEqual(cell, column.cells[row])))
  }
  return table.columns.flatMap((column, index) => (isUnknown(column, index) ? index : []))
}

const toNumber = (cell = '') => Number(cleanNumber(cell).replace(/[^\d.-]/g, ''))
const isEqual = (one: string, other = '') => one === other || (one !== '' && other !== '' && toNumber(one) === toNumber(other))
