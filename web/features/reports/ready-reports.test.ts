import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', { origin: 'http://localhost' })
const { READY_REPORTS } = await import('./ready-reports.ts')

test('ready reports have their own comparison: yesterday with the week before', () => {
  expect(READY_REPORTS.filter(({ search }) => search.compare === undefined)).toEqual([])
  expect(READY_REPORTS.find(({ name }) => name === 'Yesterday')?.search).toMatchObject({ compare: 'previous' })
})
