import { afterAll, describe, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { testStore } from '../../../db/testing/store.ts'
import { dismissAnnouncement, listAnnouncements } from './announcements.ts'

const store = await testStore()
afterAll(store.close)
const scopes = createTenantScopes(store.pool)
const ask = (statement: string, values: unknown[] = []) => store.ownerPool.query(statement, values)

describe('dashboard announcements', () => {
  test('are the three newest that are valid now (2.4.2, 7.3.8, 9.12)', async () => {
    const { user_id } = await createBusiness(store.ownerPool)
    await ask(`insert into announcements (message, valid_from, valid_until, created_at) values
      ('over', now() - interval '2 days', now() - interval '1 second', now() + interval '5 hours'),
      ('to come', now() + interval '1 day', null, now() + interval '4 hours'),
      ('fourth', now() - interval '1 day', null, now() - interval '4 hours'), ('third', now(), null, now() - interval '3 hours'),
      ('second', now(), now() + interval '1 day', now() - interval '2 hours'), ('first', now(), null, now() - interval '1 hour')`)
    expect((await scopes.asTenant(user_id, listAnnouncements)).map(({ message }) => message)).toEqual([
      'first',
      'second',
      'third',
    ])
  })

  test('are put away for one person, for good, and older ones do not take their places', async () => {
    const [thandi, anna] = [await createBusiness(store.ownerPool), await createBusiness(store.ownerPool)]
    await ask(`delete from announcements`)
    const { rows } = await ask(
      `insert into announcements (message, created_at)
       select 'news ' || n, now() - make_interval(hours => n) from generate_series(1, 4) n returning announcementid`,
    )
    const dismiss = (announcementid: number) =>
      scopes.asTenant(thandi.user_id, (scope) => dismissAnnouncement(scope, announcementid))
    const read = async ({ user_id }: { user_id: string }) =>
      (await scopes.asTenant(user_id, listAnnouncements)).map(({ message }) => message)

    for (const _ of ['first', 'again']) expect(await dismiss(rows[1].announcementid)).toBe(true)
    expect(await read(thandi)).toEqual(['news 1', 'news 3'])
    expect(await read(anna)).toEqual(['news 1', 'news 2', 'news 3'])
    expect(await dismiss(999_999)).toBe(false)
  })

  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/\\evil.example',
    'https://a b',
    '\thttps://x',
    'file:///etc/passwd',
    'ftp://x',
    'x',
  ])('never link to %j', async (link) => {
    await expect(ask('insert into announcements (message, link_value) values ($1, $2)', ['x', link])).rejects.toThrow(
      'announcements__link_value',
    )
  })

  test.each(['https://winkel.example/news?a=1#b', 'http://x', 'mailto:help@winkel.example', 'tel:+27115550100', '/sites', '/'])(
    'may link to %s',
    async (link) => {
      await ask('insert into announcements (message, link_value, valid_until) values ($1, $2, now())', ['x', link])
    },
  )
})
