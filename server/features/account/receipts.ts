import { sql } from 'kysely'
import type { ReceiptSettings } from '../../../contract/receipts.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { inBusiness } from '../../rpc/procedure.ts'

// What tills print on receipts, and what a seller may take off.

const find = (scope: Scope): Promise<ReceiptSettings> =>
  scope
    .selectFrom('business')
    .select(['vat_number', 'receipt_lines', 'discount_limit'])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()

const get = inBusiness.account.receipts.get.handler(({ context }) => find(context.scope))

const save = inBusiness.account.receipts.save.handler(async ({ input: { opened, ...settings }, context, errors }) => {
  const { numUpdatedRows } = await context.scope
    .updateTable('business')
    .set(settings)
    .where('id', '=', currentBusiness)
    .$if(opened !== undefined, (business) =>
      business.where(
        sql<boolean>`vat_number is not distinct from ${opened?.vat_number} and receipt_lines = ${opened?.receipt_lines}::text[]
          and discount_limit = ${opened?.discount_limit}`,
      ),
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw errors.CHANGED()
})

export const receipts = { get, save }
