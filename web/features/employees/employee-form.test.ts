import { expect, test } from 'vitest'
import { createEmptyEmployee } from './employee-form.ts'

const sandton = { siteid: 1, sitename: 'Sandton' }
const durban = { siteid: 2, sitename: 'Durban' }

test('employee form: preselects the site that filters the list, or the only site, else none', () => {
  expect(createEmptyEmployee([sandton], undefined).siteid).toBe(1)
  expect(createEmptyEmployee([durban, sandton], 1).siteid).toBe(1)
  expect(createEmptyEmployee([durban, sandton], undefined).siteid).toBe(null)
  expect(createEmptyEmployee([durban, sandton], 99).siteid).toBe(null)
  expect(createEmptyEmployee([], 1).siteid).toBe(null)
})
