import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Product, price } from './products.ts'
import { DOCUMENT_KINDS, DocumentsSearch } from './search/stock.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from './shared/constants.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { CalendarDate, CsvFile, hasDecimals, Id, OpenedVersion, RequestId, requiredSite, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

// Documents that move stock: orders to suppliers, deliveries, transfers between sites with their receipts, counts and adjustments. Prices
// are in rand, of one unit and without VAT. Units have at most three decimals.

export const MAX_DOCUMENT_LINES = 2_000
export const DOCUMENTS_PER_PAGE = 25
/** A supplier's number of a document. */
export const REFERENCE_MAX = 100
export const REASON_MAX = 100

export const DOCUMENT_STATES = [
  'draft',
  'sent',
  'part_received',
  'received',
  'closed',
  'cancelled',
  'booked',
  'counting',
  'approved',
] as const

const units = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .max(QUANTITY_MAX, `${name} is too large.`)
    .refine((value) => hasDecimals(value, 3), `${name} has at most three decimals.`)

/** Units that are ordered, delivered, sent or received. */
export const Quantity = units('Quantity').min(0, 'Quantity cannot be negative.')
/** Of an adjustment: below zero for what is lost. `toStockChange` says which sign a reason has. */
export const QuantityChange = units('Quantity').min(-QUANTITY_MAX, 'Quantity is too small.')

export const Reason = Text.trim().max(REASON_MAX, `Please use at most ${REASON_MAX} characters.`)
export const DocumentNote = Text.trim().max(1000, 'Please use at most 1000 characters.')
const UnitPrice = price('Price').max(AMOUNT_MAX)

/** A line of a document as a person writes it. */
export const DocumentLineInput = z.strictObject({
  productid: Id,
  quantity: QuantityChange,
  /** Null where it is not known. Orders and deliveries only. */
  purchaseprice: UnitPrice.nullable().default(null),
  /** Delivered, and sent back to the supplier. Deliveries only. */
  rejected: Quantity.default(0),
  /** Why units were rejected; of an adjustment why the stock changes, one of the business's reasons. */
  reason: Reason.default(''),
})
export type DocumentLineInput = z.output<typeof DocumentLineInput>

const lines = <Line extends z.ZodType<{ productid: number }>>(line: Line) =>
  z
    .array(line)
    .max(MAX_DOCUMENT_LINES, `A document has at most ${MAX_DOCUMENT_LINES} products.`)
    .refine((all) => new Set(all.map(({ productid }) => productid)).size === all.length, 'A product stands in a document once.')

/** The kinds that a person writes as a draft. */
export const DRAFT_KINDS = ['order', 'delivery', 'transfer', 'adjustment'] as const
export type DraftKind = (typeof DRAFT_KINDS)[number]

/** A draft with all of its lines. */
export const DraftInput = z.strictObject({
  kind: z.enum(DRAFT_KINDS),
  siteid: requiredSite,
  /** Where a transfer goes. */
  to_siteid: Id.nullable().default(null),
  supplierid: Id.nullable().default(null),
  /** The order of a delivery. */
  parentid: Id.nullable().default(null),
  reference: Text.trim().max(REFERENCE_MAX, `Please use at most ${REFERENCE_MAX} characters.`).default(''),
  expected_on: CalendarDate.nullable().default(null),
  note: DocumentNote.default(''),
  lines: lines(DocumentLineInput),
})
export type DraftInput = z.output<typeof DraftInput>

/** What names a document: 'Order 12'. */
export const DocumentRef = z.object({
  documentid: Id,
  kind: z.enum(DOCUMENT_KINDS),
  /** 1, 2, 3 … of its kind. */
  number: z.number().int(),
})

/** A row of the list. */
export const DocumentRow = DocumentRef.extend({
  state: z.enum(DOCUMENT_STATES),
  siteid: Id,
  sitename: z.string(),
  to_siteid: Id.nullable(),
  to_sitename: z.string().nullable(),
  supplierid: Id.nullable(),
  supplier: z.string().nullable(),
  reference: z.string(),
  note: z.string(),
  expected_on: z.string().nullable(),
  created_at: z.date(),
  /** Null when the person has no employee record any more. */
  created_by: z.string().nullable(),
  /** A delivery that corrects another one: its quantities are differences. */
  is_correction: z.boolean(),
  lines: z.number().int(),
  /** The sum of the quantities. */
  units: z.number(),
  /** Quantity times price of the lines whose price is known. */
  cost: z.number(),
  /** Lines whose price is not known. `cost` leaves them out. */
  unknown_costs: z.number().int(),
  /** Of an order or transfer: units that are not there yet. */
  outstanding: z.number(),
})
export type DocumentRow = z.infer<typeof DocumentRow>

export const DocumentLine = z.object({
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  /** Other barcodes that mean the product; of a transfer those of the product at either site. */
  further_barcodes: Product.shape.further_barcodes,
  /** The product was deleted after the document was written. */
  is_archived: z.boolean(),
  quantity: z.number(),
  purchaseprice: z.number().nullable(),
  rejected: z.number(),
  missing: z.number(),
  reason: z.string(),
  /** The stock of the product now, at the site of the document; null for a site that is not the person's. */
  stock: z.number().nullable(),
  /** Of a transfer that is not sent: the stock at the other site; null where that site does not have the product. */
  to_stock: z.number().nullable(),
  /** Of an order or transfer: what came, is missing, or was returned. */
  received: z.number(),
  /** Of a transfer: the units of its receipts that are missing, by reason. */
  lost: z.array(z.object({ units: z.number(), reason: z.string() })),
  /** Of an approved count. */
  counted: z.number().nullable(),
  expected: z.number().nullable(),
  /** Of a delivery that was corrected: the quantity with its corrections; otherwise `quantity`. */
  corrected: z.number(),
})
export type DocumentLine = z.infer<typeof DocumentLine>

export const DocumentEvent = z.object({
  event: z.enum(['created', 'sent', 'received', 'corrected', 'closed', 'cancelled', 'booked', 'approved']),
  happened_at: z.date(),
  /** Null when the person has no employee record any more. */
  user: z.string().nullable(),
  note: z.string(),
})

export const StockDocument = DocumentRow.extend({
  version: z.number().int(),
  is_blind: z.boolean(),
  /** Of a count, with the name of the category or supplier. */
  count_scope: z.enum(['all', 'category', 'supplier', 'chosen']).nullable(),
  count_scope_name: z.string(),
  /** A count has its lines in pages of their own: here none. */
  lines: z.array(DocumentLine),
  line_count: z.number().int(),
  /** Oldest first. */
  events: z.array(DocumentEvent),
  /** The order of a delivery, the transfer of a receipt, the delivery of a correction. */
  parent: DocumentRef.nullable(),
  corrects: DocumentRef.nullable(),
  /** Deliveries of an order, receipts of a transfer, corrections of a delivery; oldest first. */
  children: z.array(DocumentRow),
  /** Of the supplier, for the text of an order. */
  supplier_email: z.string(),
  supplier_account: z.string(),
})
export type StockDocument = z.infer<typeof StockDocument>

/** What arrived of a line of a transfer. */
export const ReceivedLine = z.strictObject({
  productid: Id,
  quantity: Quantity,
  missing: Quantity.default(0),
  reason: Reason.default(''),
  /** More units that are missing, each with another reason. */
  also_missing: z
    .array(z.strictObject({ missing: Quantity, reason: Reason }))
    .max(10, 'Enter at most 10 reasons.')
    .default([]),
})

/** What waits for somebody, and how much is on its way. */
export const Waiting = z.object({
  rows: z.array(DocumentRow),
  counts: z.object({
    drafts: z.number().int(),
    orders: z.number().int(),
    transfers: z.number().int(),
    counts: z.number().int(),
  }),
})
export type Waiting = z.infer<typeof Waiting>

const INVALID = { status: 422, message: 'Check the lines.' } as const
const WRONG_STATE = { status: 409, message: 'This document is finished. Load it again to see what happened.' } as const
const VERSION_CONFLICT = versionConflict('document', StockDocument)
const OUT_OF_STOCK_RANGE = { status: 422, message: 'This stock would be out of range.' } as const

const route = oc.errors(dataErrors)
const documentid = z.coerce.number().pipe(Id)
const tags = ['Stock']
const request_id = RequestId.optional()
const opened = OpenedVersion
const change = { documentid, opened, request_id }
const ALREADY_USED = keyReused('A document')
const changeErrors = { NOT_FOUND, VERSION_CONFLICT, WRONG_STATE, INVALID, OUT_OF_STOCK_RANGE, ALREADY_USED }
export const DocumentExport = z.strictObject({ documentid })
export type DocumentExport = z.output<typeof DocumentExport>
const Saved = z.strictObject({ documentid: Id })

export const stockDocuments = {
  list: route
    .route({ method: 'GET', path: '/stock/documents', summary: 'A page of stock documents', tags })
    .input(DocumentsSearch)
    .output(createPageSchema(DocumentRow)),
  waiting: route
    .route({
      method: 'GET',
      path: '/stock/waiting',
      summary: 'Drafts, orders and transfers on their way, and counts under way',
      tags,
    })
    .output(Waiting),
  get: route
    .route({ method: 'GET', path: '/stock/documents/{documentid}', summary: 'A stock document with its lines', tags })
    .input(z.strictObject({ documentid }))
    .output(StockDocument)
    .errors({ NOT_FOUND }),
  create: route
    .route({
      path: '/stock/documents',
      successStatus: 201,
      summary: 'Write a draft',
      description:
        'With `finish`, an order or a transfer is sent, a delivery is received and an adjustment is booked at once. A line of an adjustment takes away with the reasons Damaged, Stolen, Expired and Own use and adds with Found, whatever the sign of its quantity; with another reason the sign says it. A retry with the same request_id and values returns the document of the first request.',
      tags,
    })
    .input(
      DraftInput.extend({
        request_id,
        finish: z.boolean().default(false),
        /** Of the order that a delivery was written from. Refused when a part of it was received since. */
        order_version: z.number().int().optional(),
      }),
    )
    .output(Saved)
    .errors({ ...changeErrors, NO_SITE }),
  update: route
    .route({
      method: 'PUT',
      path: '/stock/documents/{documentid}',
      summary: 'Change a draft with all of its lines',
      description: 'A retry with the same request_id and values is no version conflict with the first request.',
      tags,
    })
    .input(DraftInput.omit({ kind: true, parentid: true }).extend(change))
    .output(Saved)
    .errors({ ...changeErrors, NO_SITE }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/stock/documents/{documentid}',
      summary: 'Delete a draft',
      description: 'With `opened`, one that somebody else has saved since is not deleted.',
      tags,
    })
    .input(z.strictObject({ documentid, opened: opened.optional() }))
    .output(z.void())
    .errors({ NOT_FOUND, WRONG_STATE, VERSION_CONFLICT }),
  finish: route
    .route({
      path: '/stock/documents/{documentid}/finish',
      summary: 'Send an order or a transfer, receive a delivery, book an adjustment',
      description: 'A transfer that is sent leaves the stock of its site and is in transit until it is received.',
      tags,
    })
    .input(z.strictObject(change))
    .output(Saved)
    .errors(changeErrors),
  close: route
    .route({
      path: '/stock/documents/{documentid}/close',
      summary: 'Close an order: what is outstanding will not come',
      tags,
    })
    .input(z.strictObject({ ...change, note: DocumentNote.default('') }))
    .output(Saved)
    .errors(changeErrors),
  receive: route
    .route({
      path: '/stock/documents/{documentid}/receive',
      summary: 'Receive a transfer, or a part of it',
      description:
        '`siteid` is where the goods are: the site that the transfer goes to, or the one that it came from if they came back. What is missing is in transit no more. A receipt has one reason for each product: with `also_missing`, further receipts have the others.',
      tags,
    })
    .input(z.strictObject({ ...change, siteid: Id, lines: lines(ReceivedLine).min(1), note: DocumentNote.default('') }))
    .output(Saved)
    .errors(changeErrors),
  correct: route
    .route({
      path: '/stock/documents/{documentid}/correct',
      summary: 'Correct a delivery',
      description: 'The right quantity of each line that was wrong. The difference is a delivery of its own.',
      tags,
    })
    .input(
      z.strictObject({
        ...change,
        lines: lines(z.strictObject({ productid: Id, quantity: Quantity })).min(1),
        note: DocumentNote.default(''),
      }),
    )
    .output(Saved)
    .errors(changeErrors),
  destinations: route
    .route({
      method: 'GET',
      path: '/stock/destinations',
      summary: 'The sites that goods may go to, by name',
      description: 'All sites of the business, also those that the person does not see otherwise.',
      tags,
    })
    .output(z.array(z.object({ siteid: Id, sitename: z.string() }))),
}

export const stockDocumentFiles = {
  export: route
    .route({ method: 'GET', path: '/stock/document.csv', summary: 'The lines of a stock document as CSV', tags })
    .input(DocumentExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING, NOT_FOUND }),
}
