import { z } from 'zod'
import { Flag, OptionalId } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'

/** A receipt is what arrived of a transfer. */
export const DOCUMENT_KINDS = ['order', 'delivery', 'transfer', 'receipt', 'count', 'adjustment'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Open: drafts, and what waits: ordered, in transit, being counted. */
export const DOCUMENT_STATUSES = ['open', 'draft', 'waiting'] as const

export const DocumentsSearch = listInput(
  ['documentid', 'expected_on'],
  {
    kind: z.enum(DOCUMENT_KINDS).optional(),
    status: z.enum(DOCUMENT_STATUSES).optional(),
    /** The site of either end of a transfer. */
    siteid: OptionalId,
    supplierid: OptionalId,
  },
  'desc',
)
export type DocumentsSearch = z.output<typeof DocumentsSearch>

/** What a count shows: everything, what nobody counted yet, what somebody counted, or what differs from the stock. */
export const COUNT_LINE_FILTERS = ['all', 'uncounted', 'counted', 'different'] as const

export const CountSearch = listInput(['productname', 'difference', 'cost', 'counted_at'], {
  show: z.enum(COUNT_LINE_FILTERS).default('all'),
  /** With the stock and the differences of a blind count too. */
  review: Flag.default(false),
})
export type CountSearch = z.output<typeof CountSearch>
