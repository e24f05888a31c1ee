import { expect, test } from 'vitest'
import { createEmptyEmployee } from './employee-form.ts'

const sandton = { siteid: 1, sitename: 'Sandton' }
const durban = { siteid: 2, sitename: 'Durban' }

test('a new employee is at the site the list is narrowed to, or at the only one; else somebody has to say', () => {
  expect(createEmptyEmployee([sandton], undefined).siteid).toBe(1)
  expect(createEmptyEmployee([durban, sandton], 1).siteid).toBe(1)
  expect(createEmptyEmployee([durban, sandton], undefined).siteid).toBe(null)
  expect(createEmptyEmployee([durban, sandton], 99).siteid).toBe(null)
  expect(createEmptyEmployee([], 1).siteid).toBe(null)
})
