import { expect, test } from 'vitest'
import { SESSION } from '../testing/render-screen.tsx'
import { getHome, mayCall } from './rights.ts'

type Person = Parameters<typeof getHome>[0]
const bookkeeper: Person = { role: 'employee', right: { name: 'bookkeeper', siteids: null, sees_costs: true } }
const stockKeeper: Person = { role: 'employee', right: { name: 'stock', siteids: [1], sees_costs: true } }

test('rights: nobody may make a call while the session is not known, nor an employee without a right', () => {
  for (const nobody of [undefined, null, { role: 'employee' } as const]) expect(mayCall(nobody, 'products.list')).toBe(false)
  expect(mayCall(SESSION, 'employees.remove')).toBe(true)
  expect(mayCall(bookkeeper, 'reports.get')).toBe(true)
  expect(mayCall(bookkeeper, 'products.create')).toBe(false)
})

test('rights: a person who may not see the dashboard begins with the products', () => {
  expect(getHome(SESSION)).toBe('/dashboard')
  expect(getHome(stockKeeper)).toBe('/products')
})
