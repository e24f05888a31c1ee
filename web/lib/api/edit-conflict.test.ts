import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { acceptIfAlreadySaved, findDifferences, rebase } from './edit-conflict.ts'

const opened = { productname: 'Rooibos', category: '', price: '10,00', stock: '100' }

test('edit conflict: keeps typed values and takes the other values from the current row', () => {
  const typed = { ...opened, price: '11' }
  const now = { ...opened, price: '12,00', stock: '90', category: 'Tea' }
  expect(rebase(now, typed, opened)).toEqual({ ...now, price: '11' })
})

test('edit conflict: lists only the fields that differ', () => {
  expect(findDifferences(opened, { ...opened, stock: '90', category: 'Tea' })).toEqual(['category', 'stock'])
  expect(findDifferences(opened, { ...opened })).toEqual([])
  expect(findDifferences({ events: ['sale'], sites: [1] }, { events: ['sale'], sites: [2] })).toEqual(['sites'])
})

test('edit conflict: is ignored when the row already has the saved values', () => {
  const Row = z.object({ productname: z.string(), price: z.number(), version: z.number() })
  const now = { productname: 'Rooibos', price: 10, version: 2 }
  const changed = new ORPCError('VERSION_CONFLICT', { data: now })
  expect(acceptIfAlreadySaved(Row, { productname: 'Rooibos', price: 10 })(changed)).toEqual(now)
  expect(() => acceptIfAlreadySaved(Row, { productname: 'Rooibos', price: 11 })(changed)).toThrow(changed)
  const gone = new ORPCError('NOT_FOUND', { data: now })
  expect(() => acceptIfAlreadySaved(Row, now)(gone)).toThrow(gone)
})
