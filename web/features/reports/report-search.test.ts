import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { fromSavedSearch, readSearch, reportsRoute, hasReport, toSavedSearch } = await import('./report-search.ts')
const { parseSearch } = await import('../../lib/url/url-search.ts')

const open = (url: string) => reportsRoute.loaderDeps({ search: readSearch(parseSearch(url)) })

test.each([
  '',
  'range=7D',
  'from=2026-11-01&to=2026-11-30',
  'compare=year&sites=1,2&employees=3',
  'siteid=1',
  'utm_source=mail',
  'q=',
  'page=1',
])("reports: '%s' shows the list", (url) => {
  expect(hasReport(open(url))).toBe(false)
})

test.each([
  ['by=day', 'day'],
  ['by=site&range=7D', 'site'],
  ['sort=orders&range=7D', 'day'],
  ['columns=revenue,vat', 'day'],
  ['products=7', 'day'],
  ['categories=', 'day'],
  ['vat_rates=15&sites=1', 'day'],
  ['page=2', 'day'],
  ['by=nothing', 'day'],
  ['compare=never', 'day'],
])("reports: '%s' shows a report, by %s, also from an old link", (url, by) => {
  expect(open(url)).toMatchObject({ by })
})

test('reports: a saved report is shown, also one from before each had what it groups by', () => {
  expect(fromSavedSearch('compare=previous')).toMatchObject({ by: 'day', compare: 'previous' })
  expect(toSavedSearch(fromSavedSearch('compare=previous&page=3'))).toBe('by=day&compare=previous')
})
