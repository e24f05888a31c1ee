import { expect, test } from 'vitest'
import { chooseColumns, ReportSearch } from './reports.ts'

const columnsOf = (search: object) => chooseColumns(ReportSearch.parse(search))

test('report columns: those of VAT for VAT rates, and no orders where lines are grouped', () => {
  expect(columnsOf({ by: 'vat_rate' })).toEqual(['revenue', 'net', 'vat', 'share', 'change'])
  expect(columnsOf({ by: 'site' })).toContain('orders')
  expect(columnsOf({ by: 'site', categories: 'Dairy' })).not.toContain('orders')
  expect(columnsOf({ by: 'product', columns: 'orders' }), 'no column that it can have').toEqual(columnsOf({ by: 'product' }))
})
