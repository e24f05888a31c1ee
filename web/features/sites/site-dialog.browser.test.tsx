import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../lib/api/api.ts'
import { expectAccessible } from '../../testing/accessibility.ts'
import { answerWith, ConnectionLost, getInputs, hold, loseConnection } from '../../testing/fake-server.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import {
  alert,
  button,
  dialog,
  expectCells,
  expectColumn,
  expectContains,
  expectGone,
  expectTexts,
  expectUrl,
  field,
  goBack,
  row,
  save,
} from '../../testing/screen.ts'
import { RIVONIA, serveSites, ZEERUST } from '../../testing/sites.ts'

// The form dialog and the question before a delete are proven here, on the smallest of their screens.

const cancel = () => dialog().getByRole('button', { name: 'Cancel' })
const question = () => page.getByRole('alertdialog')
const WAYS_OUT = {
  Escape: () => userEvent.keyboard('{Escape}'),
  'the close button': () => dialog().getByRole('button', { name: 'Close' }).click(),
  'a click outside': () => page.elementLocator(document.body).click({ position: { x: 10, y: 10 } }),
  Back: () => goBack(),
}
const expectNames = (names: string[]) => expectColumn('Locations', 0, names)

/** From now on time can be moved on; it also passes by itself. */
const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
const passTime = () => vi.advanceTimersByTimeAsync(20_000)

async function openAdd(...sites: Parameters<typeof serveSites>) {
  await renderScreen('/sites', serveSites(...sites))
  await button('Add site').click()
}

async function openEdit() {
  await renderScreen('/sites', serveSites({ ...RIVONIA }))
  await button('Edit Sandton Rivonia').click()
}

describe('site dialog', () => {
  test('adds a site, and first shows what is missing (1.7, 2.8.1, 2.8.9, 2.8.10, 3.10, 4.19, 4.22, 5.5.1, 5.5.2, 5.5.3)', async () => {
    await openAdd({ ...RIVONIA })
    await expect.element(dialog()).toHaveAccessibleName('Add site')
    await expect.element(dialog()).toHaveAccessibleDescription('Maintain site name and location')
    await expect.element(field('Site name')).toHaveFocus()
    await expect.element(field('Site name')).toHaveValue('')
    await expect.element(field('Location')).toHaveValue('')
    await expect.element(field('Location')).toHaveAttribute('placeholder', '84 Kloof Street, Gardens, Cape Town 8001')
    await expect.element(cancel()).toBeVisible()
    await field('Site name').fill('   ')
    await save().click()
    await expectContains(dialog(), 'Site name is required.')
    await expectContains(dialog(), 'Location is required.')
    await expect.element(field('Site name')).toHaveFocus()
    await expectAccessible()

    await field('Site name').fill('  Durban Florida ')
    await save().click()
    await expect.element(dialog().getByText('Site name is required.')).not.toBeInTheDocument()
    await expectContains(dialog(), 'Location is required.')
    await field('Location').fill(' 178 Florida Road, Durban 4001 ')
    await userEvent.keyboard('{Enter}')
    await expectGone(dialog())
    await expect.element(button('Add site')).toHaveFocus()
    await expectCells('Locations', [
      ['Durban Florida', '178 Florida Road, Durban 4001', '0', 'R 0,00 No sales yet', 'No till', 'Tills'],
      ['Sandton Rivonia', '112 Rivonia Road, Sandton 2196', '1', 'R 0,00 No sales yet', 'No till', 'Tills'],
    ])
  })

  test('edits a site, says that it is saved, and marks its row (2.8.9, 2.8.10, 4.20)', async () => {
    await openEdit()
    await expect.element(dialog()).toHaveAccessibleName('Edit site')
    await expect.element(field('Site name')).toHaveValue('Sandton Rivonia')
    await expect.element(field('Location')).toHaveValue('112 Rivonia Road, Sandton 2196')
    await field('Site name').fill('Sandton City')
    await save().click()
    await expectNames(['Sandton City'])
    await expect.element(button('Edit Sandton City')).toHaveFocus()
    await expect.element(row('Sandton City')).toHaveAttribute('data-saved')
    const saved = page.getByText('Saved Sandton City', { exact: true })
    await expect.element(saved).toBeVisible()
    expect(saved.element().closest('[aria-live=polite]'), 'a screen reader hears it').not.toBeNull()
    expect(page.getByRole('status').elements(), 'the pager stays the only status').toHaveLength(1)
  })

  test('marks an added site in the list', async () => {
    await openAdd({ ...RIVONIA })
    await field('Site name').fill('Zeerust')
    await field('Location').fill('1 Church Street')
    await save().click()
    await expect.element(row('Zeerust')).toHaveAttribute('data-saved')
    await expect.element(row('Sandton Rivonia')).not.toHaveAttribute('data-saved')
  })

  describe.for(Object.entries(WAYS_OUT))('left by %s', ([, leave]) => {
    test('closes at once when nothing was typed, and the page stays', async () => {
      await openEdit()
      await expect.element(field('Site name')).toHaveFocus()
      await leave()
      await expectGone(dialog())
      await expectGone(question())
      await expectUrl('/sites')
      await expect.element(button('Edit Sandton Rivonia')).toHaveFocus()
    })

    test('asks before typed text is lost, keeps it, and discards it', async () => {
      await openEdit()
      await field('Site name').fill('Sandton City')
      await leave()
      await expect.element(question()).toHaveAccessibleName('Discard changes?')
      await expect.element(question().getByRole('button', { name: 'Keep editing' })).toHaveFocus()
      await expectGone(dialog()) // a screen reader hears the question only
      await userEvent.keyboard('{Enter}')
      await expectGone(question())
      await expect.element(field('Site name')).toHaveValue('Sandton City')
      await expect.element(field('Site name')).toHaveFocus()
      await expectUrl('/sites')

      await leave()
      await question().getByRole('button', { name: 'Discard' }).click()
      await expectGone(question())
      await expectGone(dialog())
      await expectUrl('/sites')
      await expectNames(['Sandton Rivonia'])
      await expect.element(button('Edit Sandton Rivonia')).toHaveFocus()
      expect(getInputs('sites.update')).toEqual([])
    })
  })

  test('keeps typed text when its question is answered by Escape, Back or a click outside', async () => {
    await openEdit()
    await field('Site name').fill('Sandton City')
    for (const answer of [
      WAYS_OUT.Escape,
      WAYS_OUT.Back,
      () => question().click({ position: { x: -20, y: -20 }, force: true }),
    ]) {
      await WAYS_OUT['the close button']()
      await expect.element(question()).toBeVisible()
      await expectAccessible()
      await answer()
      await expectGone(question())
      await expect.element(field('Site name')).toHaveValue('Sandton City')
      await expect.element(field('Site name')).toHaveFocus()
    }
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented, 'where the next page is not ours, the browser asks').toBe(true)
  })

  test('keeps what was typed after a lost answer, and saves at the next try with the same idempotency key (4.23, 8.2.9)', async () => {
    const rows = [{ ...RIVONIA }]
    await openAdd(...rows)
    await field('Site name').fill('Zeerust')
    await field('Location').fill('1 Church Street')
    answerWith({ sites: { create: loseConnection } })
    await save().click()
    await expectContains(dialog().getByRole('alert'), 'Something went wrong. Please try again.')
    await expect.element(field('Site name')).toHaveValue('Zeerust')
    answerWith(serveSites(...rows))
    await save().click()
    await expectNames(['Sandton Rivonia', 'Zeerust'])
    const [first, second] = getInputs('sites.create') as { request_id: string }[]
    expect(first?.request_id).toBeTruthy()
    expect(second?.request_id).toBe(first?.request_id)
  })

  test('shows the message of the server when a save is refused', async () => {
    await openAdd({ ...RIVONIA })
    await field('Site name').fill('Zeerust')
    await field('Location').fill('1 Church Street')
    answerWith({
      sites: {
        create: ({ errors }) => {
          throw errors.ALREADY_USED()
        },
      },
    })
    await save().click()
    await expectContains(dialog().getByRole('alert'), 'A site was already added with this form. Close it and check the list.')
  })

  test('keeps what was typed when someone else changed the site, and loads theirs or saves yours', async () => {
    const now = { ...RIVONIA, sitename: 'Sandton', location: '83 Rivonia Road', version: 2 }
    await openEdit()
    await field('Site name').fill('Sandton City')
    answerWith({
      sites: {
        ...serveSites(now).sites,
        update: ({ input, errors }) => {
          if (input.opened.version === 1) throw errors.VERSION_CONFLICT({ data: now })
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Someone else changed this site. Load theirs, or save yours.')
    await expect.element(field('Site name')).toHaveValue('Sandton City')
    await expectTexts(alert().getByRole('listitem'), ['Site name: Sandton (yours: Sandton City)', 'Location: 83 Rivonia Road'])
    await expect.element(field('Location')).toHaveValue('83 Rivonia Road')
    await expectNames(['Sandton'])
    await expectAccessible()

    await alert().getByRole('button', { name: 'Load theirs' }).click()
    await expectGone(alert())
    await expect.element(field('Site name')).toHaveFocus()
    await expect.element(field('Site name')).toHaveValue('Sandton')
    await expect.element(field('Location')).toHaveValue('83 Rivonia Road')
    await field('Site name').fill('Sandton City')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('sites.update').at(-1)).toMatchObject({
      sitename: 'Sandton City',
      location: '83 Rivonia Road',
      opened: { version: 2 },
    })
  })

  test('saves what was typed over the change of someone else when Save is pressed again, and keeps what they changed beside it', async () => {
    const now = { ...RIVONIA, sitename: 'Sandton', location: '83 Rivonia Road', version: 2 }
    await openEdit()
    await field('Site name').fill('Sandton City')
    answerWith({
      sites: {
        ...serveSites(now).sites,
        update: ({ input, errors }) => {
          if (input.opened.version === 1) throw errors.VERSION_CONFLICT({ data: now })
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Load theirs, or save yours.')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('sites.update').at(-1)).toMatchObject({
      sitename: 'Sandton City',
      location: '83 Rivonia Road',
      opened: { version: 2 },
    })
  })

  test('accepts an edit whose answer was lost as saved, without a version conflict', async () => {
    const saved = { ...RIVONIA, sitename: 'Sandton City', version: 2 }
    await openEdit()
    await field('Site name').fill(' Sandton City ')
    answerWith({
      sites: {
        ...serveSites(saved).sites,
        update: ({ input, errors }) => {
          if (getInputs('sites.update').length === 1) throw new ConnectionLost()
          if (input.opened.version !== saved.version) throw errors.VERSION_CONFLICT({ data: saved })
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await save().click()
    await expectGone(dialog())
    await expectNames(['Sandton City'])
  })

  test('says after 20 s without an answer what a lost connection says, and a retry has the same idempotency key', async () => {
    await openAdd({ ...RIVONIA })
    const { sites } = serveSites({ ...RIVONIA })
    answerWith({ sites: { ...sites, create: () => new Promise(() => {}) } })
    await field('Site name').fill('Zeerust')
    await field('Location').fill('1 Church Street')
    fakeTimers()
    await save().click()
    await expect.element(cancel()).toBeDisabled()
    await expect.poll(() => getInputs('sites.create')).toHaveLength(1)
    await passTime()
    await expectContains(alert(), 'Something went wrong. Please try again.')
    await expect.element(cancel()).toBeEnabled()
    await expect.element(field('Site name')).toHaveValue('Zeerust')
    answerWith({ sites: { create: sites?.create } })
    await save().click()
    await expectGone(dialog())
    const [first, second] = getInputs('sites.create')
    expect(second).toEqual(first)
    await expectNames(['Sandton Rivonia', 'Zeerust'])
  })

  test('keeps what was changed while it was saved, and saves it as an edit', async () => {
    await openAdd({ ...RIVONIA })
    const { sites } = serveSites({ ...RIVONIA })
    const create = hold(sites?.create ?? loseConnection)
    answerWith({ sites: { ...sites, create: create.handler } })
    await field('Site name').fill('Zeerust')
    await field('Location').fill('1 Church Street')
    await save().click()
    await field('Location').fill('2 Church Street')
    create.release()
    await expectContains(dialog(), 'Saved without your latest changes. Your text is still here.')
    await expect.element(field('Location')).toHaveValue('2 Church Street')
    await save().click()
    await expectGone(dialog())
    expect(getInputs('sites.create')).toHaveLength(1)
    expect(getInputs('sites.update')).toMatchObject([{ siteid: 2, location: '2 Church Street', opened: { version: 1 } }])
  })

  test('makes everything old that shows the name of a saved site', async () => {
    await openEdit()
    const nouns = ['dashboard', 'products', 'employees', 'sales', 'reports', 'stock', 'stockReports', 'cashUps', 'changes']
    for (const noun of nouns) queryClient.setQueryData([[noun, 'kept'], {}], 'old')
    const findOld = () => nouns.filter((noun) => queryClient.getQueryState([[noun, 'kept'], {}])?.isInvalidated)
    await field('Site name').fill('Sandton City')
    await save().click()
    await expectGone(dialog())
    expect(findOld()).toEqual(nouns)
  })

  test('is busy while saving: it sends once and cannot be closed (2.7.19, 4.21, 4.28)', async () => {
    await openEdit()
    const { sites } = serveSites({ ...RIVONIA, sitename: 'Sandton City' })
    const update = hold(sites?.update ?? loseConnection)
    answerWith({ sites: { ...sites, update: update.handler } })
    await field('Site name').fill('Sandton City')
    await save().click()
    await expect.element(dialog()).toHaveAttribute('aria-busy', 'true')
    await expect.element(save()).toBeDisabled()
    await expect.element(save()).toHaveAttribute('data-loading', 'true')
    await expect.element(cancel()).toBeDisabled()
    await save().click({ force: true })
    dialog().element().querySelector('form')?.requestSubmit()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog()).toBeVisible()
    update.release()
    await expectGone(dialog())
    expect(getInputs('sites.update')).toHaveLength(1)
    await expectNames(['Sandton City'])
  })

  test('shows that a site was deleted, and the list does not have it any more', async () => {
    await openEdit()
    answerWith({
      sites: {
        ...serveSites(ZEERUST).sites,
        update: ({ errors }) => {
          throw errors.NOT_FOUND()
        },
      },
    })
    await save().click()
    await expectContains(alert(), 'This was deleted or never existed.')
    await cancel().click()
    await expectNames(['Zeerust'])
  })
})

describe('site delete', () => {
  const confirm = () => dialog().getByRole('button', { name: 'Delete' })
  async function openDelete() {
    await renderScreen('/sites', serveSites({ ...RIVONIA }, { ...ZEERUST }))
    await button('Delete Zeerust').click()
  }

  test('asks with the name of the site, and deletes only when confirmed (2.8.11, 4.24, 7.3.22)', async () => {
    await openDelete()
    await expect.element(dialog()).toHaveAccessibleName('Confirm delete')
    await expect.element(dialog()).toHaveAccessibleDescription('This action cannot be undone.')
    await expectContains(dialog(), 'Delete site Zeerust?')
    await expect.element(cancel()).toHaveFocus()
    await expectAccessible()
    await cancel().click()
    await expectGone(dialog())
    await button('Delete Zeerust').click()
    await goBack()
    await expectGone(dialog())
    expect(getInputs('sites.remove')).toEqual([])

    await button('Delete Zeerust').click()
    await confirm().click()
    await expectGone(dialog())
    await expectNames(['Sandton Rivonia'])
    await expect
      .element(page.getByRole('heading', { name: 'Locations' }), { message: 'the pressed button is gone' })
      .toHaveFocus()
  })

  test('keeps the dialog with the message of the server when it is refused (4.24, 8.2.7)', async () => {
    await openDelete()
    answerWith({
      sites: {
        remove: ({ errors }) => {
          throw errors.IN_USE()
        },
      },
    })
    await confirm().click()
    await expectContains(alert(), 'Cannot delete this site because it has related records.')
    await expectContains(dialog(), 'Delete site Zeerust?')
  })

  test('keeps the dialog with an error when the network fails, and deletes at the next try (8.2.7)', async () => {
    const rows = [{ ...RIVONIA }, { ...ZEERUST }]
    await renderScreen('/sites', serveSites(...rows))
    await button('Delete Zeerust').click()
    answerWith({ sites: { remove: loseConnection } })
    await confirm().click()
    await expectContains(alert(), 'Cannot delete this site because it has related records.')
    answerWith(serveSites(...rows))
    await confirm().click()
    await expectGone(dialog())
    await expectNames(['Sandton Rivonia'])
  })

  test('is sent once when the button is pressed several times (4.28)', async () => {
    await openDelete()
    const { sites } = serveSites({ ...RIVONIA }, { ...ZEERUST })
    const remove = hold(sites?.remove ?? loseConnection)
    answerWith({ sites: { ...sites, remove: remove.handler } })
    await confirm().click()
    await expect.element(confirm()).toBeDisabled()
    await confirm().click({ force: true })
    remove.release()
    await expectGone(dialog())
    expect(getInputs('sites.remove')).toHaveLength(1)
  })

  test('removes a site from the list that was already deleted', async () => {
    await openDelete()
    answerWith(serveSites({ ...RIVONIA }))
    await confirm().click()
    await expectContains(alert(), 'This was deleted or never existed.')
    await cancel().click()
    await expectNames(['Sandton Rivonia'])
    await expect.element(page.getByText('Zeerust')).not.toBeInTheDocument()
  })
})
