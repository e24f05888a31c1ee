import { sql } from 'kysely'
import type { StockSettings } from '../../../contract/stock-settings.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

export const findSettings = async (scope: Scope): Promise<StockSettings> =>
  (await scope
    .selectFrom('business')
    .select(['stock_reasons', 'purchase_price_rule', 'scale_patterns'])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()) as StockSettings

/** False when they are not the opened ones any more. */
export async function saveSettings(
  scope: Scope,
  { opened, ...settings }: StockSettings & { opened?: StockSettings | undefined },
) {
  const { numUpdatedRows } = await scope
    .updateTable('business')
    .set(settings)
    .where('id', '=', currentBusiness)
    .$if(opened !== undefined, (business) =>
      business.where(
        sql<boolean>`stock_reasons = ${opened?.stock_reasons}::text[] and purchase_price_rule = ${opened?.purchase_price_rule}
          and scale_patterns = coalesce(${opened?.scale_patterns}::text[], scale_patterns)`,
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
