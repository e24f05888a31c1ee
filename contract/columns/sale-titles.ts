import type { SaleField } from './import-fields.ts'
import { type FieldTitles, titles } from './match-columns.ts'

const QUANTITIES = titles(`
  quantity, qty, lineitem quantity, quantity sold, qty sold, item quantity, units, units sold, items sold, quantity refund,
  sales qty, sold qty, sales quantity, order lines quantity, hoeveelheid, aantal, aantal verkoop, eenhede
`)

const LINE_PRODUCTS = titles(`
  menu item, lineitem name, product, product name, productname, item name, item, item description, product description,
  order lines product, article, title, produk, produknaam, itemnaam, artikel, item beskrywing, produkbeskrywing
`)

/** Titles that are of a line in a file with one row a line, and of a sale in a file with one row a sale. */
const SUMS = titles(`
  sales amount, net sales, nett sales, net total, nett total, net amount, nett, net, gross sales, gross amount, sales,
  netto verkope, netto, bruto verkope, bruto, verkope
`)

const RATED = ['tax', 'vat', 'btw']
  .flatMap((title) => Array.from({ length: 30 }, (_, rate) => `${title} ${rate + 1}`))
  .concat('vat 15 5', 'tax 15 5')

/**
 * The titles that mean the same in the files of most tills, those of our export, and plain words in English and Afrikaans. What only one
 * program means by a title is in its known export.
 */
export const SALE_TITLES: FieldTitles<SaleField> = {
  reference: titles(`
    receipt number, receipt no, receipt nr, receipt id, receipt, transaction id, transaction number, transaction no,
    transaction reference, sale number, sale no, sale id, saleid, invoice number, invoice no, invoice id, invoice, order ref,
    order reference, order number, order no, order id, order, bill number, bill no, bill id, ticket number, ticket no,
    ticket id, ticket, check number, check no, check id, check, slip number, slip no, slip, docket number, docket,
    document number, document no, till slip, kwitansienommer, kwitansie nommer, kwitansie nr, kwitansie, strokienommer,
    strokie nr, strokie, faktuurnommer, faktuur nr, faktuur, verkoopnommer, transaksienommer, transaksie nr, bestelnommer,
    reference, reference number, reference no, ref, ref no, verwysing, verwysingsnommer, payment id, transaction, sale,
    transaksie, number, no, nommer, id
  `),
  saledate: titles(`
    sale date time, date and time, date time, datetime, transaction date time, transaction date and time, saledate, sale date,
    transaction date, invoice date, order date, receipt date, bill date, created at, payment date, date paid, date created,
    date completed, date sold, sold at, created, completed at, closed at, paid at, timestamp, date, date of sale, day,
    datum en tyd, datum tyd, verkoopdatum, transaksiedatum, faktuurdatum, datum, dag
  `),
  saletime: titles(`
    time, sale time, transaction time, time of sale, receipt time, order time, invoice time, payment time, time created,
    time completed, tyd, verkooptyd, transaksietyd, tydstip
  `),
  finalamount: [
    ...titles(`
      order total amount, total spent, total spend, finalamount, final amount, total collected, total paid, amount paid,
      grand total, sale total, total sale, receipt total, invoice total, order total, transaction total, bill total,
      total amount, transaction amount, sale amount, amount charged, total due, total sales, totaalbedrag, groottotaal,
      verkoopbedrag, bedrag betaal, total, totaal, amount, bedrag, total price, sale value, value, waarde, revenue, turnover,
      omset
    `),
    ...SUMS.map((title) => ({ title, without: QUANTITIES })),
  ],
  vat: [
    ...titles(`
      vat amount, tax amount, total vat, total tax, vat total, tax total, vat included, tax included, sales tax,
      order total tax amount, btw bedrag, totale btw, belasting, vat value, output vat, output tax, vat, tax, taxes, btw
    `),
    // 'Tax 5%', 'VAT 15%'.
    ...RATED,
  ],
  vat_rate: titles(`
    vat rate, tax rate, vat percentage, tax percentage, vat percent, tax percent, vat code, tax code, tax type, btw koers,
    btw persentasie, belastingkoers
  `),
  addedtax: [],
  refunded: titles(`
    returns amount, returned amount, refund amount, order refund amount, refunds, refunds amount, returns, refunded amount,
    amount refunded, total refunded, refunded total, terugbetaalde bedrag
  `),
  returned: titles(`
    refunds qty, refund qty, refunds quantity, refunded qty, refunded quantity, qty refunded, quantity refunded, qty returned,
    returned qty, returns qty, quantity returned, returned quantity
  `),
  discount: titles(`
    discount, discounts, discount amount, line discount, item discount, discount percent, discount pct, discount rate, disc,
    disc percent, korting, afslag, lineitem discount
  `),
  currency: titles('currency, currency code, transaction currency, geldeenheid, valuta'),
  cancelled: titles(`
    void, voided, is void, is voided, cancelled, canceled, is cancelled, cancelled at, canceled at, training, training mode,
    is training, deleted, is deleted, gekanselleer, nietig
  `),
  type: titles(`
    dr cr, debit credit, cr dr, receipt type, event type, transaction type, sale type, line type, document type, type,
    is refund, refund, refunded, return, transaksietipe, dokumenttipe, tipe, soort, terugbetaling, terugbetaal
  `),
  status: titles(`
    status, financial status, receipt status, sale status, order status, invoice status, transaction status, payment status,
    toestand
  `),
  payment_method: titles(`
    payment method title, payment method, payment methods, payment type, payment types, method of payment, tender type, tender,
    payment, paid by, paid with, pay method, other tender type, betaalmetode, betaalwyse, betalingsmetode, betalingswyse,
    betaaltipe, metode van betaling, betaling
  `),
  cash: titles(`
    cash, cash amount, cash paid, paid in cash, cash total, cash sales, kontant, kontantbedrag
  `),
  card: titles('card, card amount, card paid, paid by card, card total, card sales, kaart, kaartbedrag'),
  eft: titles(`
    eft, eft amount, eft paid, paid by eft, eft sales, bank transfer, bank transfer amount, electronic transfer,
    bankoorplasing, eft bedrag
  `),
  gift_card: titles(`
    square gift card, gift card, gift cards, gift card amount, gift card paid, paid by gift card, gift card used,
    gift card redeemed, gift cards redeemed, gift card redemptions, vouchers, voucher amount, gift voucher, gift vouchers,
    voucher redeemed, vouchers redeemed, geskenkbewys, geskenkbewyse, geskenkkaart, geskenkkaarte
  `),
  other: titles(`
    other tender, other tenders, other, other amount, other payment, other payments, paid otherwise, ander, ander betalings
  `),
  tip: [
    // Our own export, in which the amounts are without them.
    ...titles(`
      tips beside the amount, tip, tips, tip amount, tips amount, total tip, total tips, gratuity, gratuities, gratuity amount,
      fooi, fooie, fooitjie, fooitjies, fooibedrag
    `),
  ],
  gift_card_sold: titles(`
    gift cards beside the amount, gift card sales, gift cards sold, gift card sold, gift card sale, gift card loads,
    gift voucher sales, gift vouchers sold, voucher sales, vouchers sold, geskenkkaarte verkoop, geskenkbewyse verkoop
  `),
  // 'Delivery' and 'courier' are often the name of one.
  shipping: titles(`
    shipping, shipping amount, shipping cost, shipping total, order shipping amount, shipping charge, shipping fee,
    delivery fee, delivery amount, delivery charge, delivery cost, freight, courier fee, afleweringsfooi, service charge,
    service charges, service fee, surcharge, versendingskoste, koerierkoste, diensfooi
  `),
  site: titles(`
    site, sitename, site name, location, location name, store, store name, shop, shop name, outlet, outlet name, branch,
    branch name, winkel, winkelnaam, tak, taknaam, perseel, vestiging, ligging
  `),
  register: titles(`
    register, register name, register id, register number, register no, till, till name, till number, till no, till id,
    terminal, terminal id, terminal name, terminal number, pos, pos name, pos id, pos device, workstation, station,
    device name, device, device nickname, kasregister, kasregisternommer, kassa, betaalpunt
  `),
  employee: titles(`
    employee, employee name, cashier, cashier name, staff member, staff name, staff, team member, salesperson, sales person,
    sales rep, seller, sold by, served by, user name, user, operator, clerk, kassier, kassiersnaam, werknemer, werknemernaam,
    personeellid, verkoopspersoon, verkoper, gebruiker
  `),
  productname: [
    ...LINE_PRODUCTS,
    { title: 'description', with: QUANTITIES },
    { title: 'beskrywing', with: QUANTITIES },
    { title: 'product line', with: QUANTITIES },
  ],
  barcode: titles(`
    barcode, bar code, item barcode, product barcode, gtin, ean, ean13, upc, strepieskode, staafkode, lineitem sku, sku,
    item sku, stock code, item code, product code, plu, produkkode, itemkode, voorraadkode, code, kode
  `),
  quantity: [...QUANTITIES, 'count'],
  price: titles(`
    unit price, lineitem price, price per unit, price each, item price, product price, unit selling price,
    order lines unit price, selling price, sell price, retail price, rate, eenheidsprys, prys per eenheid, verkoopprys, prys,
    price
  `),
  linetotal: [
    ...titles(`
      order line total, net price, order lines subtotal, final price, line total, lineitem total, item total, line amount,
      line value, extended price, ext price, extended amount, lyntotaal, reeltotaal, itemtotaal, lyn totaal, reel totaal,
      lynbedrag
    `),
    ...SUMS.map((title) => ({ title, with: QUANTITIES })),
  ],
  unitcost: titles(`
    unit cost, cost price, cost per unit, cost each, purchase price, kosprys, eenheidskoste, aankoopprys
  `),
  linecost: titles(`
    cost of goods, cost of goods sold, cogs, cost of sales, total cost, line cost, cost total, koste van goedere,
    koste van verkope, totale koste, lynkoste
  `),
  itemtype: titles('itemization type, item type, product type, line item type, itemtipe, produktipe'),
}
