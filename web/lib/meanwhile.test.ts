import { expect, test } from 'vitest'
import { differences, onTopOf } from './meanwhile.ts'

const opened = { productname: 'Rooibos', category: '', price: '10,00', stock: '100' }

test('what was typed stays, what was not is as it now is', () => {
  const typed = { ...opened, price: '11' }
  const now = { ...opened, price: '12,00', stock: '90', category: 'Tea' }
  expect(onTopOf(now, typed, opened)).toEqual({ ...now, price: '11' })
})

test('only what differs has changed', () => {
  expect(differences(opened, { ...opened, stock: '90', category: 'Tea' })).toEqual(['category', 'stock'])
  expect(differences(opened, { ...opened })).toEqual([])
})
