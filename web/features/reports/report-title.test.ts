import { expect, test } from 'vitest'
import { READY_REPORTS } from './ready-reports.ts'
import { fromSavedSearch } from './report-search.ts'
import { findReportName } from './report-title.ts'

test.each(READY_REPORTS)('report name: of a ready report: $name', ({ name, search }) => {
  expect(findReportName(search, 'previous')).toBe(name)
  expect(findReportName({ ...search, sites: [3], page: 2 }, 'off')).toBe(name)
})

test.each([
  ['by=week', 'Sales by week'],
  ['by=product&products=7', 'Sales by product'],
  ['by=product&sort=units', 'Sales by product'],
  ['by=hour&range=7D', 'Sales by hour of day'],
  ['by=site', 'Sales by site'],
  ['by=vat_rate&columns=revenue,net,vat&from=2026-10-01&to=2026-10-31', 'VAT by month'],
])('report name: of %s: %s', (search, name) => {
  expect(findReportName(fromSavedSearch(search), 'previous')).toBe(name)
})

test('report name: of a saved report, with the comparison that it was saved with', () => {
  const saved = [{ reportid: 1, name: 'Weekends', search: 'by=weekday&compare=year&range=7D' }]
  const search = fromSavedSearch('by=weekday&range=7D')
  expect(findReportName(search, 'year', saved)).toBe('Weekends')
  expect(findReportName(search, 'off', saved)).toBe('Sales by weekday')
  expect(findReportName({ ...search, sites: [3] }, 'year', saved)).toBe('Sales by weekday')
})
