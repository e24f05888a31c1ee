import { expect, test } from 'vitest'
import { type DraftFields, type DraftLine, EMPTY_FIELDS } from './draft-form.ts'
import { mergeDrafts } from './merge-drafts.ts'

const createLine = (productid: number, more: Partial<DraftLine> = {}): DraftLine => ({
  ...{ productid, productname: `Product ${productid}`, barcode: '', stock: 0, is_archived: false },
  ...{ quantity: '1', direction: 'add' as const, purchaseprice: '', rejected: '', reason: '' },
  ...more,
})
const [bread, milk] = [createLine(1), createLine(2)]
const base: DraftFields = { ...EMPTY_FIELDS, siteid: 1, lines: [bread, milk] }
const merge = (mine: Partial<DraftFields>, theirs: Partial<DraftFields>) =>
  mergeDrafts(base, { ...base, ...mine }, { ...base, ...theirs })
const more = (line: DraftLine, quantity = '5') => ({ ...line, quantity })

test('changes of two people in a draft: different lines and fields are merged', () => {
  expect(merge({ lines: [more(bread), milk], note: 'By van' }, { lines: [bread, more(milk, '7')], reference: 'INV 7' })).toEqual({
    ...base,
    ...{ note: 'By van', reference: 'INV 7', lines: [more(bread), more(milk, '7')] },
  })
})

test('changes of two people in a draft: new lines of both are kept, and lines that one of them removed are gone', () => {
  const [rusks, rolls] = [createLine(3), createLine(4)]
  expect(merge({ lines: [bread, rusks] }, { lines: [bread, milk, rolls] })?.lines).toEqual([bread, rusks, rolls])
  expect(merge({ lines: [bread, milk] }, { lines: [milk] })?.lines).toEqual([milk])
})

test('changes of two people in a draft: the same change of both is no conflict, and the stock is that of now', () => {
  const theirs = { ...milk, stock: 8 }
  expect(merge({ lines: [more(bread), milk] }, { lines: [more(bread), theirs] })?.lines).toEqual([more(bread), theirs])
  expect(merge({ lines: [bread, more(milk)] }, { lines: [bread, theirs] })?.lines).toEqual([bread, { ...more(milk), stock: 8 }])
})

test.for<[string, Partial<DraftFields>, Partial<DraftFields>]>([
  ['the same line', { lines: [more(bread), milk] }, { lines: [more(bread, '6'), milk] }],
  ['other fields of the same line', { lines: [more(bread), milk] }, { lines: [{ ...bread, rejected: '1' }, milk] }],
  ['a line that the other one removed', { lines: [more(bread), milk] }, { lines: [milk] }],
  ['the direction of the same line', { lines: [more(bread), milk] }, { lines: [{ ...bread, direction: 'away' }, milk] }],
  ['a new line of the same product', { lines: [bread, milk, createLine(3)] }, { lines: [bread, milk, more(createLine(3))] }],
  ['the same field', { note: 'By van' }, { note: 'By train' }],
  ['the site, and a line of the other one', { siteid: 2 }, { lines: [more(bread), milk] }],
  ['a line, and the site of the other one', { lines: [more(bread), milk] }, { siteid: 2 }],
])('changes of two people in a draft: conflict over %s', ([, mine, theirs]) => {
  expect(merge(mine, theirs)).toBeNull()
})

test('changes of two people in a draft: with mine kept, what only the other one changed is taken over', () => {
  const mine = { ...base, lines: [more(bread), milk], note: 'By van' }
  const theirs = { ...base, lines: [more(bread, '6'), more(milk, '7')], note: 'By train', reference: 'INV 7' }
  const merged = mergeDrafts(base, mine, theirs, { keepsMine: true })
  expect(merged).toEqual({ ...base, note: 'By van', reference: 'INV 7', lines: [more(bread), more(milk, '7')] })
  expect(mergeDrafts(base, { ...base, siteid: 2 }, theirs, { keepsMine: true }), 'products of another site').toBeNull()
})
