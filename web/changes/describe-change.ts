import type { Change } from '../../contract/changes.ts'
import type { ProductChange } from '../../contract/product-changes.ts'
import { PROGRAM_NAMES, type Program } from '../../contract/search/accounting.ts'
import type { ChangeNoun } from '../../contract/search/changes.ts'
import { describeFieldLines, listChangedFields } from '../../contract/shared/change-fields.ts'
import { describeBulkChange, NUMBER_FORMATS } from '../lib/format/bulk-change.ts'
import { capitalise } from '../lib/format/capitalise.ts'
import { formatDateTimeIn, formatLongDay, formatMonth, formatWeekday } from '../lib/format/dates.ts'
import { formatPrice, formatQuantity, pluralize } from '../lib/format/money.ts'

/** As the filter lists them. */
export const NOUN_NAMES: Record<ChangeNoun, string> = {
  product: 'Products',
  'bulk change': 'Bulk changes',
  'stock document': 'Stock documents',
  supplier: 'Suppliers',
  employee: 'Employees',
  right: 'Permissions',
  site: 'Sites',
  till: 'Till keys',
  'refused sale': 'Refused sales',
  seller: 'Sellers',
  'read key': 'Read keys',
  webhook: 'Webhooks',
  'cash-up': 'Cash-ups',
  import: 'Imports',
  export: 'Exports',
  'sign-in': 'Sign-ins',
  business: 'Business',
  plan: 'Plan',
  'VAT rate': 'VAT rates',
  invitation: 'Invitations',
  accounting: 'Accounting',
}

const SIGN_INS: Record<string, string> = {
  'signed in': 'Signed in',
  refused: 'Sign-in refused',
  'password changed': 'Changed the password',
  'password reset': 'Set a new password with an e-mailed link',
  'two-step on': 'Turned two-step sign-in on',
  'two-step off': 'Turned two-step sign-in off',
  'recovery codes replaced': 'Replaced the recovery codes',
  'email changed': 'Changed the e-mail address',
  'email confirmed': 'Confirmed the e-mail address',
}

const INVITATIONS: Record<string, string> = {
  created: 'invited',
  changed: 'invited again',
  'sent again': 'invited again',
  accepted: 'accepted the invitation',
  deleted: 'is no longer invited',
}

/** What brings a webhook into a state. */
const WEBHOOK_STATES: Record<string, string> = { on: 'turned on', off: 'paused', stopped: 'stopped' }

const IMPORT_STATES: Record<string, string> = {
  importing: 'Import started',
  imported: 'Import finished',
  undoing: 'Import undo started',
  undone: 'Import undone',
}

/** What brings a document into a state. */
const DOCUMENT_STATES: Record<string, string> = {
  counting: 'started',
  sent: 'sent',
  part_received: 'partly received',
  received: 'received',
  closed: 'closed',
  cancelled: 'cancelled',
  approved: 'approved',
  booked: 'booked',
}

const NONE = 'none'

const ROLES: Record<string, string | undefined> = { admin: 'Admin', owner: 'Owner' }

const VERBS: Record<string, string> = { created: 'added', changed: 'changed', deleted: 'deleted' }

/** Who did it. */
export const describeActor = ({ person, actor }: Pick<Change, 'person' | 'actor'>) =>
  person ?? { person: 'A former employee', till: 'A till', 'read key': 'A read key', server: 'System' }[actor]

/** 'Sipho Dlamini became Owner', or that what a person may do changed. */
function describePermissions({ name, before, after }: Change) {
  const person = name || 'A person'
  const [was, is] = [before?.['role'], after?.['role']].map((value) => ROLES[String(value)])
  if (is) return `${person} became ${is}`
  return was ? `${person} is no longer ${was}` : `Permissions of ${name || 'a person'} changed`
}

/** A VAT rate from before that applied always. */
const BEGINNING = '1990-01-01'

/** 'Standard VAT rate set to 15,5 % from 1 Apr 2027'. The name is its code and its first day. */
function describeVatRate({ name, action, after }: Change) {
  const [code = '', first_day = ''] = name.split(' ')
  const from = first_day < BEGINNING ? '' : ` from ${formatLongDay(first_day)}`
  const percent = after?.['percent']
  if (action === 'deleted' || percent === undefined) return `${capitalise(code)} VAT rate${from} removed`
  return `${capitalise(code)} VAT rate set to ${percent === null ? NONE : formatQuantity(Number(percent))} %${from}`
}

/** What was done, without who did it: 'Product Bread changed'. */
export function describeAction(change: Change): string {
  const { noun, name, action, after, before } = change
  switch (noun) {
    case 'sign-in':
      return SIGN_INS[action] ?? capitalise(action)
    case 'export':
      return `Exported ${name}`
    case 'import':
      return action === 'created'
        ? `Imported ${name.toLowerCase()}`
        : `${IMPORT_STATES[String(after?.['state'])] ?? 'Import'}: ${name}`
    case 'bulk change':
      return `${pluralize(Number(after?.['products']), 'product')} ${action === 'undone' ? 'changed back' : 'changed'} together`
    case 'accounting':
      if (after && 'is_locked' in after)
        return `${formatMonth(name)} ${after['is_locked'] ? 'locked' : 'unlocked'} for accounting`
      return `Account codes for ${PROGRAM_NAMES[name as Program] ?? name} changed`
    case 'product':
      return action === 'linked' ? `Sales of an unknown product linked to ${name}` : `Product ${name} ${VERBS[action] ?? action}`
    case 'right':
      return describePermissions(change)
    case 'invitation':
      return `${name} ${INVITATIONS[action] ?? action}`
    case 'cash-up':
      return `${Number(after?.['entry']) > 1 ? 'Cash-up corrected' : 'Cashed up'}: ${formatWeekday(name)}`
    case 'till':
    case 'read key': {
      const verb = before !== null && after?.['revoked_at'] ? 'revoked' : (VERBS[action] ?? action)
      return `${noun === 'till' ? 'Till key' : 'Read key'} ${name} ${verb}`
    }
    case 'refused sale': {
      const answer = after?.['answer']
      return `Refused sale ${name} ${answer === null ? 'brought back' : answer}`
    }
    case 'seller':
      return `Sales of seller ${name.trim()} ${after?.['employeeid'] == null ? 'taken back from the employee' : 'given to an employee'}`
    case 'webhook': {
      if (action === 'secret replaced') return `New secret for webhook ${name}`
      const state = action === 'changed' ? WEBHOOK_STATES[String(after?.['state'])] : undefined
      return `Webhook ${name} ${state ?? VERBS[action] ?? action}`
    }
    case 'stock document': {
      const state = action === 'deleted' ? undefined : DOCUMENT_STATES[String(after?.['state'])]
      return `${capitalise(name)} ${state ?? VERBS[action] ?? action}`
    }
    case 'VAT rate':
      return describeVatRate(change)
    case 'plan':
    case 'business':
      return `${capitalise(noun)} ${VERBS[action] ?? action}`
    default:
      return `${capitalise(noun)} ${name} ${VERBS[action] ?? action}`
  }
}

type Field = ReturnType<typeof listChangedFields>[number]

function formatValue({ kind, line }: Field, value: unknown, timezone: string): string {
  if (value === null) return NONE
  if (kind === 'lines' && Array.isArray(value)) return describeFieldLines({ line }, value, NUMBER_FORMATS)
  if (kind === 'rand' && typeof value === 'number') return formatPrice(value)
  if (kind === 'number' && typeof value === 'number') return formatQuantity(value)
  if (kind === 'flag') return value === true ? 'yes' : 'no'
  if (kind === 'date') return formatLongDay(String(value))
  if (kind === 'time') return formatDateTimeIn(timezone, new Date(String(value)))
  return Array.isArray(value) ? value.join(', ') : String(value)
}

/** What the entry of a row that was added or deleted says already. */
const SAID = ['productname', 'sitename', 'name', 'firstname', 'lastname', 'siteid']

/** A line of an entry: 'Price R 12,00 → R 13,50'. `before` is undefined for what was added, `after` for what was deleted. */
export type ChangeLine = { label: string; before?: string; after?: string }

export function describeLines(change: Change, timezone: string): ChangeLine[] {
  const bulk = change.noun === 'bulk change' && (change.after?.['change'] as ProductChange | undefined)
  if (bulk) return [{ label: `${change.action === 'undone' ? 'Undone: ' : ''}${describeBulkChange(bulk)}` }]
  if (change.noun === 'accounting' && change.after && 'is_locked' in change.after) return []
  if (change.noun === 'VAT rate' && (change.before === null || change.after === null)) return []
  if (change.noun === 'cash-up' || change.noun === 'import') {
    const shown = listChangedFields({ before: null, after: change.after }).filter(
      ({ name }) => name !== 'entry' && name !== 'state',
    )
    return shown.map((field) => ({ label: field.label, after: formatValue(field, field.after, timezone) }))
  }
  const isWhole = change.before === null || change.after === null
  const shown = listChangedFields(change).filter(
    ({ name }) =>
      !(isWhole && SAID.includes(name)) &&
      !(change.noun === 'webhook' && name === 'state') &&
      !(change.noun === 'right' && name === 'role'),
  )
  return shown.map((field) => {
    const { label, kind, before, after } = field
    if (kind === 'none') return { label: `${label} changed` }
    return {
      label,
      ...(change.before !== null && { before: formatValue(field, before, timezone) }),
      ...(change.after !== null && { after: formatValue(field, after, timezone) }),
    }
  })
}
