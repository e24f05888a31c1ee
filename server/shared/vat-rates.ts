import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { describeVatRates, type VatRate } from '../../contract/shared/vat-rate.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** The rate of a product today, as the API has it. */
export const selectVatRate = (vatCode: RawBuilder<unknown>) => sql`vat_rate_json(vat_rate_today(${currentBusiness}, ${vatCode}))`

/** The rates that a product can have today, the highest first. */
export async function listVatRates(scope: Scope): Promise<VatRate[]> {
  const { rows } = await sql<{ vat_rate: VatRate }>`
    select ${selectVatRate(sql`code`)} as vat_rate
      from unnest(array['standard', 'zero', 'exempt']) with ordinality as codes (code, place) order by place`.execute(scope)
  return rows.map(({ vat_rate }) => vat_rate)
}

/** The code of a rate that a request has. Throws a validation error when the business has no such rate. */
export async function requireVatCode(scope: Scope, vat_rate: VatRate): Promise<string> {
  const { rows } = await sql<{
    vat_code: string | null
  }>`select vat_code_of(${currentBusiness}, ${String(vat_rate)}) as vat_code`.execute(scope)
  const vat_code = rows[0]?.vat_code
  if (vat_code) return vat_code
  const reason = describeVatRates(await listVatRates(scope))
  throw new ORPCError('UNPROCESSABLE_CONTENT', {
    status: 422,
    message: `vat_rate: ${reason}`,
    data: { fields: [{ field: 'vat_rate', reason }] },
  })
}
