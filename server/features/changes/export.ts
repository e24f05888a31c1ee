import type { Change } from '../../../contract/changes.ts'
import type { ProductChange } from '../../../contract/product-changes.ts'
import { ChangesSearch } from '../../../contract/search/changes.ts'
import { describeFieldLines, listChangedFields } from '../../../contract/shared/change-fields.ts'
import { describeProductChange } from '../../../contract/shared/describe-product-change.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import type { InBusiness } from '../../../db/tenant-scope.ts'
import { EXPORT_PAGE_ROWS, type Export } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { countChanges, type ListedChange, listChangesToExport } from './queries.ts'

/** '2026-12-27 05:10' in the time zone of the business. */
const formatTime = (timezone: string, time: Date) =>
  time.toLocaleString('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' })

type Field = ReturnType<typeof listChangedFields>[number]

function format({ kind, line }: Field, value: unknown, timezone: string) {
  if (value === null) return '–'
  if (kind === 'lines' && Array.isArray(value)) return describeFieldLines({ line }, value, FORMATS)
  if (kind === 'flag') return value === true ? 'yes' : 'no'
  if (kind === 'time') return formatTime(timezone, new Date(String(value)))
  return Array.isArray(value) ? value.join(', ') : String(value)
}

const FORMATS = {
  rand: String,
  quantity: String,
  vatRate: (vat_rate: VatRate) => (vat_rate === 'exempt' ? 'Exempt' : `${vat_rate} %`),
}

/** 'Undone: Price raised by 10 %'; nothing for what is no bulk change. */
function describeBulkChange({ noun, action, after }: Change) {
  if (noun !== 'bulk change' || !after?.['change']) return []
  return [`${action === 'undone' ? 'Undone: ' : ''}${describeProductChange(after['change'] as ProductChange, FORMATS)}`]
}

/** 'Price: 12 → 13.5' */
const describe = (change: Change, timezone: string) =>
  describeBulkChange(change).concat(describeFields(change, timezone)).join('; ')

const describeFields = (change: Change, timezone: string) =>
  listChangedFields(change).map((field) => {
    const { label, kind, before, after } = field
    if (kind === 'none') return `${label}: changed`
    const [was, isNow] = [before, after].map((value) => format(field, value, timezone))
    if (change.before === null) return `${label}: ${isNow}`
    return change.after === null ? `${label}: ${was}` : `${label}: ${was} → ${isNow}`
  })

const createColumns = (timezone: string): CsvColumn<ListedChange>[] => [
  { title: 'Time', value: ({ local_at }) => local_at },
  {
    title: 'Who',
    value: ({ person, actor }) =>
      person ?? { person: 'Former employee', till: 'Till', 'read key': 'Read key', server: 'System' }[actor],
  },
  { title: 'IP address', value: ({ client_ip }) => client_ip },
  { title: 'Device', value: ({ device }) => device },
  { title: 'What', value: ({ noun }) => noun },
  { title: 'Name', value: ({ name }) => name },
  { title: 'Site', value: ({ sitename }) => sitename },
  { title: 'Action', value: ({ action, is_undo }) => (is_undo ? 'undone' : action) },
  { title: 'Changes', value: (change) => describe(change, timezone) },
]

async function* readPages(within: InBusiness, search: ChangesSearch, newest: number) {
  let before: number | undefined
  do {
    const page = await within((scope) => listChangesToExport(scope, { ...search, before, newest, limit: EXPORT_PAGE_ROWS }))
    yield page.rows
    before = page.next ?? undefined
  } while (before !== undefined)
}

/** The filtered log, newest first. */
export const changesExport: Export<ChangesSearch> = {
  input: ChangesSearch,
  open: async (within, search) => {
    const { changes, newest, timezone } = await within((scope) => countChanges(scope, search))
    return { fileName: 'changes.csv', rows: changes, file: writeCsv(createColumns(timezone), readPages(within, search, newest)) }
  },
}
