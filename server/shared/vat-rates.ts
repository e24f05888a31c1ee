import { ORPCError } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { describeVatRates, type VatRate } from '../../contract/shared/vat-rate.ts'
import type { StandardVatRate } from '../../contract/vat-rates.ts'
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

/** Before every sale: the rate that a business begins with has no first day. */
export const BEGINNING = sql.lit('1989-12-31')

/** The standard rates with their days, oldest first. */
export async function listStandardRates(scope: Scope): Promise<StandardVatRate[]> {
  const { rows } = await sql<StandardVatRate>`
    select percent, to_char(nullif(first_day, ${BEGINNING}), 'YYYY-MM-DD') as first_day,
           to_char(lead(first_day) over (order by vat_rates.first_day) - 1, 'YYYY-MM-DD') as last_day
      from vat_rates
     where businessid = ${currentBusiness} and vat_code = 'standard'
     order by vat_rates.first_day`.execute(scope)
  return rows
}
