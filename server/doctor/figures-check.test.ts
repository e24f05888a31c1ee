import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { createOwner } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { checkAllFigures } from './figures-check.ts'

const server = await testServer()
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)
const ask = (statement: string, values: unknown[] = []) => server.ownerPool.query(statement, values)

async function check() {
  const lines: string[] = []
  await checkAllFigures(scopes, pino({ level: 'info' }, { write: (line) => void lines.push(line) }))
  return lines.map((line) => JSON.parse(line))
}

test('figures check: tells each owner, the log and the metrics whether the figures equalled the sales', async () => {
  const [thandi, anna] = [await createOwner(server), await createOwner(server)]
  for (const { businessid, siteid } of [thandi, anna])
    await ask(
      `insert into sales (businessid, siteid, employeeid, saledate, finalamount)
       select $1, $2, employeeid, now(), 10 from employee where businessid = $1 limit 1`,
      [businessid, siteid],
    )
  await createFilledBusiness(server.ownerPool)
  await ask('delete from figures_checks')
  const read = ({ api }: typeof thandi) => api.dashboard.figuresCheck()

  expect(await read(thandi)).toEqual({ checked_at: null, differences: 0 })
  expect(await check()).toEqual([expect.objectContaining({ event: 'figures_checked', businesses: 3, differing: 0 })])
  expect(await read(thandi)).toEqual({ checked_at: expect.any(Date), differences: 0 })

  await ask('update site_daily set revenue_cents = revenue_cents + 100 where businessid = $1', [thandi.businessid])
  expect(await check()).toEqual([
    expect.objectContaining({ event: 'doctor_problem', check: 'roll-ups', business: thandi.businessid, differences: 1 }),
    expect.objectContaining({ event: 'figures_checked', businesses: 3, differing: 1 }),
  ])
  expect(await read(thandi)).toMatchObject({ differences: 1 })
  expect(await read(anna)).toMatchObject({ differences: 0 })
  const metrics = await server.metrics.text()
  expect(metrics).toContain('\nwinkel_figures_differing_businesses 1\n')
  const { rows } = await ask('select max(checked_at) as last from figures_checks')
  expect(metrics).toContain(`\nwinkel_last_figures_check_timestamp_seconds ${Number(rows[0].last) / 1000}\n`)
})
