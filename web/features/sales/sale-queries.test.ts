import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { getExportUrl: exportUrl, listQuery, NEWEST_FIRST, newSalesCount, UNFILTERED } = await import('./sale-queries.ts')

const newest = { ...UNFILTERED, import: false, ...NEWEST_FIRST } as const
const dates = { from: '2026-06-01', to: '2026-06-18' }

test('new sales: refresh only the first page that is sorted newest first', () => {
  expect(listQuery(newest, dates).meta).toEqual({ changesWith: 'sales' })
  for (const other of [{ page: 2 }, { sort: 'site' }, { dir: 'asc' }] as const)
    expect(listQuery({ ...newest, ...other }, dates).meta).toEqual({})
})

test('new sales: are counted on every other page, and never negative', () => {
  expect(newSalesCount({ ...newest, page: 2 }, 15, 12)).toBe(3)
  expect(newSalesCount({ ...newest, page: 2 }, 12, 15)).toBe(0)
  expect(newSalesCount({ ...newest, page: 2 }, undefined, 12)).toBe(0)
  expect(newSalesCount(newest, 15, 12)).toBe(0)
})

test('sales export: has the filters and the order of the list, and all pages', () => {
  expect(exportUrl({ ...newest, page: 3 }, dates)).toBe('/api/v1/sales.csv?from=2026-06-01&to=2026-06-18&sort=saledate&dir=desc')
  expect(exportUrl({ ...newest, q: 'a & b', small: true }, dates)).toContain('q=a+%26+b&small=true')
  const filter = { refunds: true, payment_method: 'card', sites: [3, 4], employees: [12] }
  expect(exportUrl({ ...newest, ...filter }, dates)).toContain('&payment_method=card&sites=3%2C4&employees=12&refunds=true&')
})
