import { isDeepStrictEqual } from 'node:util'
import { ORPCError } from '@orpc/server'
import type { Change } from '../../contract/changes.ts'
import { undoErrors } from '../../contract/shared/undo-errors.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import { markAsUndo } from './log-events.ts'

/** The columns whose change can be taken back by an edit. A picture that was replaced is deleted, and a login is not given again. */
const UNDOABLE = {
  product: [
    ...[
      'productname',
      'siteid',
      'barcode',
      'further_barcodes',
      'category',
      'supplier',
      'description',
      'price',
      'purchaseprice',
      'is_free',
      'vat_code',
    ],
    ...['reorder_level', 'order_quantity', 'has_own_price'],
  ],
  employee: ['firstname', 'lastname', 'siteid', 'position', 'hiredate', 'isenabled', 'disablereason', 'employee_code'],
} as const

type Noun = keyof typeof UNDOABLE
type Row = Record<string, unknown>

const hasUndo = (noun: string): noun is Noun => noun in UNDOABLE

export const isUndoable = ({ noun, action, before, after }: Pick<Change, 'noun' | 'action' | 'before' | 'after'>) =>
  hasUndo(noun) &&
  action === 'changed' &&
  before !== null &&
  after !== null &&
  // No form saves a person without a site.
  before['siteid'] !== null &&
  Object.keys(before).every((column) => (UNDOABLE[noun] as readonly string[]).includes(column))

export const undoError = (code: keyof typeof undoErrors) => new ORPCError(code, undoErrors[code])

/**
 * What a change took from a row: the values to write again, which the caller writes as an edit of that version of the row. `current` is
 * the row as the log has it. Throws CHANGED_SINCE unless it still has all values of the change.
 */
export async function findValuesBefore(
  scope: Scope,
  { noun, id, changeid, current }: { noun: Noun; id: number; changeid: number; current: Row },
): Promise<Row> {
  const found = await scope
    .selectFrom('changes')
    .select(['noun', 'action', 'before', 'after'])
    .where('businessid', '=', currentBusiness)
    .where('changeid', '=', changeid)
    .where('noun', '=', noun)
    .where('rowid', '=', String(id))
    .executeTakeFirst()
  const change = found as Pick<Change, 'noun' | 'action' | 'before' | 'after'> | undefined
  if (!change || !isUndoable(change)) throw undoError('NOT_UNDOABLE')
  const undone = await scope
    .selectFrom('changes')
    .select('changeid')
    .where('businessid', '=', currentBusiness)
    .where('undo_of', '=', changeid)
    .executeTakeFirst()
  const isAsChanged = Object.entries(change.after ?? {}).every(([column, value]) => isDeepStrictEqual(current[column], value))
  if (undone || !isAsChanged) throw undoError('CHANGED_SINCE')
  await markAsUndo(scope, changeid)
  return change.before ?? {}
}
