import { expect, test } from 'vitest'
import { Figures } from '../../../../contract/dashboard.ts'
import { sumRand } from '../../../../contract/shared/decimal.ts'
import { createSampleFigures } from './sample-figures.ts'

test.each(['2026-11-23', '2026-03-01', '2028-02-29'])('sample business: its figures until %s add up', (to) => {
  const figures = createSampleFigures(to)
  const { revenue, orders, daily, compared, payments, top_sites, top_employees, top_products } = figures
  expect(Figures.parse(figures)).toEqual(figures)
  expect(createSampleFigures(to), 'the same for everybody').toEqual(figures)
  expect([daily.length, daily.at(-1)?.day, compared?.daily.length]).toEqual([28, to, 28])
  for (const rows of [daily, payments, top_sites, top_employees]) expect(sumRand(rows.map((row) => row.revenue))).toBe(revenue)
  for (const rows of [daily, payments]) expect(rows.reduce((sum, row) => sum + row.orders, 0)).toBe(orders)
  expect(sumRand(top_products.map(({ total }) => total))).toBeLessThan(revenue)
  expect(compared?.revenue).toBeLessThan(revenue)
})
