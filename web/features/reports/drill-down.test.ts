import { describe, expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { findDrillDown } = await import('./drill-down.ts')
const { fromSavedSearch } = await import('./report-search.ts')

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const ONE_DAY = { from: '2026-11-21', to: '2026-11-21' }

function drillDown(url: string, key: string | null, dates = NOVEMBER, sites?: number) {
  const link = findDrillDown(fromSavedSearch(url), { key, name: '', sites }, dates, [], 'By day')
  return link && { screen: link.to, ...(link.search as object) }
}

describe('drill-down', () => {
  test.each([
    ['a site to its products', 'by=site', '3', { by: 'product', sites: [3] }],
    ['a product to its days', 'by=product&sites=3', '7', { by: 'day', products: [7], sites: [3] }],
    ['a month to its days in the range', 'by=month', '2026-11', { by: 'day', ...NOVEMBER }],
    ['a VAT rate of a month to its days', 'by=vat_rate', '2026-11 0', { by: 'day', vat_rates: [0], ...NOVEMBER }],
    ['the total of a month of VAT rates to its days', 'by=vat_rate&vat_rates=15', '2026-11', { vat_rates: [15], ...NOVEMBER }],
    [
      'a day of several payment methods to these',
      'by=day&payment_methods=cash&payment_methods=card',
      '2026-11-21',
      { by: 'payment_method', payment_methods: ['cash', 'card'], ...ONE_DAY },
    ],
  ])('leads from %s', (_what, url, key, expected) => {
    expect(drillDown(url, key)).toMatchObject({ screen: '/reports', ...expected })
  })

  test('leads from a product of several sites to these, to the days of one and to its sales', () => {
    expect(drillDown('by=product', '7', NOVEMBER, 2)).toMatchObject({ by: 'site', products: [7] })
    expect(drillDown('by=product&sites=3', '7', NOVEMBER, 2)).toMatchObject({ by: 'day', products: [7], sites: [3] })
    expect(drillDown('by=site&products=7', '3')).toMatchObject({ by: 'day', products: [7], sites: [3] })
    expect(drillDown('by=site&products=7', '3', ONE_DAY)).toMatchObject({ screen: '/sales', products: [7], sites: [3] })
  })

  test('leads from a day to its sales, with every filter', () => {
    const url = 'by=day&sites=1&employees=2&products=3&categories=&suppliers=Mill&vat_rates=0&payment_methods=cash'
    expect(drillDown(url, '2026-11-21')).toMatchObject({
      ...{ screen: '/sales', ...ONE_DAY, sites: [1], employees: [2], products: [3], categories: [''], suppliers: ['Mill'] },
      ...{ vat_rates: [0], payment_method: 'cash' },
    })
  })

  test('leads from a row of a single day to its sales', () => {
    expect(drillDown('by=product', '7', ONE_DAY)).toMatchObject({ screen: '/sales', ...ONE_DAY, products: [7] })
    const methods = 'by=payment_method&payment_methods=cash&payment_methods=card'
    expect(drillDown(methods, 'cash', ONE_DAY)).toMatchObject({ screen: '/sales', ...ONE_DAY, payment_method: 'cash' })
  })

  test('leads from charges to their report, unless it lacks a filter', () => {
    const charges = { screen: '/reports/$kind', sites: [3] }
    expect(drillDown('by=product&sites=3', '0')).toMatchObject(charges)
    expect(drillDown('by=category&sites=3', ' charges')).toMatchObject(charges)
    expect(drillDown('by=product&vat_rates=15', '0')).toBeUndefined()
    expect(drillDown('by=supplier&payment_methods=cash', ' charges')).toBeUndefined()
  })

  test('leads nowhere from sales without products, and from hours', () => {
    expect(drillDown('by=product', null)).toBeUndefined()
    expect(drillDown('by=hour', '14')).toBeUndefined()
  })
})
