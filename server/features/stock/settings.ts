import type { StockSettings } from '../../../contract/stock-documents.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

export const findSettings = async (scope: Scope): Promise<StockSettings> =>
  (await scope
    .selectFrom('business')
    .select(['stock_reasons', 'purchase_price_rule'])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()) as StockSettings

export const saveSettings = (scope: Scope, settings: StockSettings) =>
  scope.updateTable('business').set(settings).where('id', '=', currentBusiness).execute()
