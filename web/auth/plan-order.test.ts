import { expect, test } from 'vitest'
import { sortByPrice } from './plan-order.ts'

const plan = (subscriptionid: number, price: number) => ({
  subscriptionid,
  price,
  name: '',
  description: '',
  currency: 'ZAR',
  billing_period: 'monthly',
  is_active: true,
})

test('plans: are sorted by price, then by id (7.2.3, 9.4)', () => {
  const plans = [plan(3, 249), plan(1, 549), plan(2, 249)]
  expect(sortByPrice(plans).map((one) => one.subscriptionid)).toEqual([2, 3, 1])
})
