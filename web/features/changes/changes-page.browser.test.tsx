import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Change } from '../../../contract/changes.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { createChange } from '../../testing/changes.ts'
import { answerWith, getInputs, loseConnection } from '../../testing/fake-server.ts'
import { createProduct, serveProducts } from '../../testing/products.ts'
import { DESK, PHONE, renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  choose,
  dialog,
  expectContains,
  expectGone,
  expectNoOverflow,
  expectUrl,
  field,
  plain,
} from '../../testing/screen.ts'
import { setToday } from '../../testing/today.ts'

const PERSON = 'b1f0c1a2-7c5d-4a0e-9d5e-3f1c2b4a5d6e'
const OLD = createChange({ changeid: 1, name: 'Milk', undo: 'done' })
const NEW = createChange({ changeid: 2 })

const serve = (rows: Change[] = [NEW], more: object = {}) => ({
  changes: {
    list: ({ input: { before } }: { input: { before?: number | undefined } }) =>
      before === 2 ? { rows: [OLD], next: null } : { rows, next: rows.length ? 2 : null },
    history: () => ({ rows, next: null }),
    options: () => ({ people: [{ user_id: PERSON, name: 'Thandi Nkosi' }], kept_months: 24 as const, is_owner: true }),
    keep: () => {},
    ...more,
  },
})
const entries = () => page.getByRole('list', { name: 'Activity' }).getByRole('listitem').filter({ hasText: 'Thandi Nkosi' })
const open = (answers: object = serve(), size: typeof DESK | typeof PHONE = DESK) =>
  renderScreen('/settings/activity', answers as never, size)

describe('changes page', () => {
  test.for([DESK, PHONE])('says who changed what, when and from where, and has older ones: %j', async (size) => {
    await open(serve(), size)
    await expectContains(entries().first(), 'Product Bread changed')
    expect(plain(entries().first().element().textContent)).toContain('R 12,00')
    for (const text of ['24 Nov 2026, 14:05', 'Sandton Rivonia', 'Chrome on Android', '41.0.0.7'])
      await expectContains(entries().first(), text)
    await button('Older').click()
    await expectContains(entries().nth(1), 'Product Milk changed')
    await expectContains(entries().nth(1), 'Undone')
    await expectGone(button('Older'))
    await expectNoOverflow()
    await expectAccessible()
  })

  test('is filtered by what, who, action and days, and says when nothing matches', async () => {
    await open()
    await choose(page.getByRole('combobox', { name: 'What' }), 'Suppliers')
    await choose(page.getByRole('combobox', { name: 'Who' }), 'Thandi Nkosi')
    await choose(page.getByRole('combobox', { name: 'Action' }), 'Deleted')
    answerWith(serve([]) as never)
    await page.getByLabelText('From day').fill('2026-11-01')
    await expectUrl(`/settings/activity?noun=supplier&person=${PERSON}&action=deleted&from=2026-11-01`)
    await expectContains(page.getByRole('main'), 'No activity matches these filters.')
    // An answer to the filters before may be empty too.
    await expect
      .poll(() => getInputs('changes.list').at(-1))
      .toMatchObject({
        noun: 'supplier',
        person: PERSON,
        action: 'deleted',
        from: '2026-11-01',
      })
    await button('Clear filters').click()
    await expectUrl('/settings/activity')
  })

  test('filters by a day only when it is whole, however it is typed', async () => {
    setToday('2026-11-24T12:00:00+02:00')
    await renderScreen('/settings/activity?from=2026-11-01', serve() as never)
    await expect.element(page.getByLabelText('From day')).toHaveValue('2026-11-01')
    const from = page.getByLabelText('From day').element() as HTMLInputElement
    from.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}2') // the year is the last part
    expect(from.value).toBe('0002-11-01')
    await userEvent.keyboard('025')
    await expectUrl('/settings/activity?from=2025-11-01')
    await userEvent.keyboard('{Backspace}')
    expect(from.validity.badInput).toBe(true)
    await userEvent.keyboard('2024')
    await expectUrl('/settings/activity?from=2024-11-01')
    await page.getByLabelText('From day').fill('2026-11-25')
    await expectContains(page.getByRole('main'), 'Choose a day up to today.')
    await page.getByLabelText('From day').fill('')
    await expectUrl('/settings/activity')
    const listDays = () => [...new Set((getInputs('changes.list') as { from?: string }[]).map((search) => search.from))]
    await expect.poll(listDays).toEqual(['2026-11-01', '2025-11-01', '2024-11-01', undefined])
  })

  test('asks before an undo, and says why it was refused', async () => {
    const refused = ({ errors }: { errors: { CHANGED_SINCE(): Error } }) => {
      throw errors.CHANGED_SINCE()
    }
    await open({ ...serve(), products: { undo: refused } })
    await button(/^Undo: Product Bread changed/).click()
    await expectContains(dialog(), 'This restores the earlier values.')
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await expectContains(dialog().getByRole('alert'), 'Already changed again or undone')
    answerWith({ products: { undo: () => {} } } as never)
    await dialog().getByRole('button', { name: 'Undo' }).click()
    await expectGone(dialog())
    expect(getInputs('products.undo').at(-1)).toEqual({ productid: 7, changeid: 2 })
  })

  test('asks before the log is kept for a shorter time', async () => {
    await open(serve([NEW], { options: () => ({ people: [], kept_months: null, is_owner: true }) }))
    await choose(page.getByRole('combobox', { name: 'Keep' }), '36 months')
    await expectContains(dialog(), 'Activity older than 36 months is deleted for good.')
    expect(getInputs('changes.keep')).toEqual([])
    await dialog().getByRole('button', { name: 'Delete older activity' }).click()
    await expectGone(dialog())
    expect(getInputs('changes.keep')).toEqual([{ kept_months: 36 }])
  })

  test('says how long the log is kept to who is not the owner', async () => {
    await open(serve([NEW], { options: () => ({ people: [], kept_months: null, is_owner: false }) }))
    await expectContains(page.getByRole('main'), 'Kept: always')
  })

  test('says that it could not be loaded', async () => {
    await open(serve([NEW], { list: loseConnection }))
    await expectContains(alert(), 'Failed to load the activity')
  })
})

describe('history of a product', () => {
  test('is collapsed, and an undo waits until what is typed is saved, on a phone', async () => {
    const bread = createProduct('Bread')
    await renderScreen(`/products?product=${bread.productid}`, { ...serveProducts(bread), ...serve() } as never, PHONE)
    await expect.element(field('Product name')).toHaveValue('Bread')
    expect(getInputs('changes.history')).toEqual([])
    await dialog().getByRole('button', { name: 'History', exact: true }).click()
    await expectContains(dialog().getByRole('list', { name: 'History' }), 'Product Bread changed')
    expect(getInputs('changes.history')).toEqual([{ noun: 'product', rowid: String(bread.productid) }])
    const undo = dialog().getByRole('button', { name: /^Undo: Product Bread/ })
    await expect.element(undo).toBeEnabled()
    await expectAccessible()
    await field('Product name').fill('Brown bread')
    await expect.element(undo).toBeDisabled()
  })
})
