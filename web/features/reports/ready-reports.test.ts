import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { applyCarried, READY_REPORTS } = await import('./ready-reports.ts')

const open = (name: string, carried: Parameters<typeof applyCarried>[1]) => {
  const report = READY_REPORTS.find((report) => report.name === name)
  return report && applyCarried(report.search, carried)
}

test('ready reports have their own comparison: yesterday with the week before', () => {
  expect(READY_REPORTS.filter(({ search }) => search.compare === undefined)).toEqual([])
  expect(READY_REPORTS.find(({ name }) => name === 'Yesterday')?.search).toMatchObject({ compare: 'previous' })
})

test('ready reports open with the range, the places and the comparison of the dashboard', () => {
  const carried = { range: '7D', compare: 'year', sites: [1], employees: [2] } as const
  expect(open('Margin by category', { ...carried, sites: [1], employees: [2] })).toMatchObject({ ...carried, by: 'category' })
  const dates = { from: '2026-11-01', to: '2026-11-09' }
  expect(open('Sales by day', dates)).toEqual({ ...dates, by: 'day', compare: 'previous' })
})

test('ready reports with a range of their own keep it and its comparison', () => {
  const carried = { from: '2026-11-01', to: '2026-11-09', compare: 'year', sites: [1] } as const
  const yesterday = open('Yesterday', { ...carried, sites: [1] })
  expect(yesterday).toMatchObject({ range: 'yesterday', compare: 'previous', sites: [1] })
  expect(yesterday).not.toHaveProperty('from')
  expect(open('Hours', { compare: 'year' })).toMatchObject({ by: 'weekday_hour', compare: 'off' })
})
