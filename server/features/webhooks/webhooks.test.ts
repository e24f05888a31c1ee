import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_WEBHOOKS, WEBHOOK_PAUSES_MS } from '../../../contract/webhooks.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { readMails } from '../../testing/mails.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { addWebhook, createReceiver, verify } from '../../testing/webhook-receiver.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})
/** An address of the internet: no look-up is needed, and nothing is sent. */
const PUBLIC = 'https://1.1.1.1/hook'
const add = (input: Partial<Parameters<typeof addWebhook>[2]> = {}) =>
  addWebhook(thandi, server, { url: PUBLIC, events: ['sale.created'], ...input })

describe('webhooks list', () => {
  test('has no secret; the answer to a new webhook has it, and a retry has the same', async () => {
    const request_id = randomUUID()
    const created = await add({ url: 'https://1.1.1.1/Hook?key=a b', request_id, events: ['import.finished', 'sale.created'] })
    expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(await add({ url: 'https://1.1.1.1/Hook?key=a b', request_id, events: ['sale.created', 'import.finished'] })).toEqual(
      created,
    )
    await expect(add({ request_id })).rejects.toMatchObject({ code: 'ALREADY_USED' })
    const listed = await thandi.api.webhooks.list()
    expect(listed).toMatchObject([
      {
        ...{ webhookid: created.webhookid, url: 'https://1.1.1.1/Hook?key=a%20b', events: ['sale.created', 'import.finished'] },
        ...{
          siteid: null,
          sitename: null,
          state: 'on',
          stop_reason: '',
          failing_since: null,
          previous_secret_until: null,
          version: 1,
        },
      },
    ])
    expect(JSON.stringify(listed)).not.toContain('whsec')
  })

  test('has at most 20, also when two people add the last one at once', async () => {
    for (let count = 1; count < MAX_WEBHOOKS; count++) await add()
    const both = await Promise.allSettled([add(), add()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(add()).rejects.toMatchObject({ code: 'TOO_MANY' })
    const [first] = await thandi.api.webhooks.list()
    await thandi.api.webhooks.remove({ webhookid: first?.webhookid ?? 0 })
    await add()
  })

  test('shows a change, and refuses one of two people who change it at once', async () => {
    const { webhookid } = await add()
    const change = {
      ...{ webhookid, url: 'https://1.1.1.1/other', events: ['stock.low' as const], siteid: thandi.siteid },
      current: thandi.credentials.password,
    }
    await thandi.api.webhooks.update({ ...change, opened: { version: 1 } })
    await expect(thandi.api.webhooks.update({ ...change, opened: { version: 1 } })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
      data: { url: 'https://1.1.1.1/other', sitename: 'Sandton', version: 2 },
    })
    await thandi.api.webhooks.remove({ webhookid })
    await expect(thandi.api.webhooks.update({ ...change, opened: { version: 3 } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await thandi.api.webhooks.list()).toEqual([])
  })

  test('a new secret is shown once, and the retry of a request gives it again without another rotation', async () => {
    const { webhookid, secret } = await add()
    const request_id = randomUUID()
    const rotated = await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid, request_id })
    server.secrets.add(rotated.secret)
    expect(rotated.secret).not.toBe(secret)
    expect(await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid, request_id })).toEqual(
      rotated,
    )
    const { rows } = await server.ownerPool.query('select secret, previous_secrets from webhooks where webhookid = $1', [
      webhookid,
    ])
    expect(rows).toEqual([{ secret: rotated.secret, previous_secrets: [secret] }])
  })
})

describe('webhooks: the password', () => {
  test('is asked for where somebody else could get what happens, and the owner is mailed', async () => {
    const { hire, signIn } = createTeamHelpers(server)
    const admin = { ...(await hire(thandi)) }
    const { api } = await signIn(admin.credentials)
    const right = admin.credentials.password
    const wrong = thandi.credentials.password
    const input = { url: 'https://1.1.1.1/hook?token=x', events: ['sale.created' as const] }
    const refused = { code: 'WRONG_PASSWORD' }
    await expect(api.webhooks.create({ ...input, current: wrong })).rejects.toMatchObject(refused)
    expect(await api.webhooks.list()).toEqual([])
    const { webhookid, secret } = await api.webhooks.create({ ...input, current: right })
    server.secrets.add(secret)

    const update = (version: number, more: object) => api.webhooks.update({ webhookid, ...input, ...more, opened: { version } })
    const moved = { url: 'https://8.8.8.8/' }
    await expect(update(1, moved)).rejects.toMatchObject({ ...refused, message: 'Enter your current password.' })
    await expect(update(1, { ...moved, current: wrong })).rejects.toMatchObject(refused)
    await update(1, { events: ['stock.low'] })
    await update(2, { ...moved, current: right })

    await expect(api.webhooks.rotateSecret({ webhookid, current: wrong })).rejects.toMatchObject(refused)
    const rotated = await api.webhooks.rotateSecret({ webhookid, current: right })
    server.secrets.add(rotated.secret)

    const mails = await readMails(server, thandi.credentials.email, 3)
    for (const text of [
      `${admin.credentials.email} added a webhook of the business Nkosi Stores. What happens in the business is sent to 1.1.1.1 from now on.`,
      `${admin.credentials.email} changed the address of a webhook of the business Nkosi Stores. What happens in the business is sent to 8.8.8.8`,
      `${admin.credentials.email} created a new secret for the webhook of the business Nkosi Stores to 8.8.8.8.`,
    ])
      expect(mails.filter((mail) => mail.includes(text))).toHaveLength(1)
    expect(mails.join()).not.toMatch(/whsec|token/)
  })
})

describe('webhooks in the log of changes', () => {
  const listLog = async () => (await thandi.api.changes.list({ noun: 'webhook' })).rows

  test('it has what a person does with one, never a secret, and nothing of what is the same', async () => {
    const { webhookid, secret } = await add({ url: 'https://1.1.1.1/hook?token=first' })
    const change = {
      ...{ webhookid, url: 'https://1.1.1.1/hook?token=second', events: ['sale.created' as const], siteid: null },
      current: thandi.credentials.password,
    }
    const update = (version: number, more: object = {}) => thandi.api.webhooks.update({ ...change, ...more, opened: { version } })
    await update(1)
    await update(2)
    await update(3, { url: 'https://8.8.8.8/', events: ['stock.low'], siteid: thandi.siteid })
    const rotated = await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid })
    server.secrets.add(rotated.secret)
    for (const state of ['off', 'off', 'on'] as const) await thandi.api.webhooks.setState({ webhookid, state })
    await thandi.api.webhooks.remove({ webhookid })

    const query = expect.stringMatching(/^[\da-f]{8}$/)
    const log = await listLog()
    expect(log.map(({ action, name, before, after }) => ({ action, name, before, after }))).toEqual([
      {
        ...{ action: 'deleted', name: '8.8.8.8', after: null },
        before: { url: 'https://8.8.8.8/', events: ['stock.low'], sites: 'Sandton', state: 'on' },
      },
      { action: 'changed', name: '8.8.8.8', before: { state: 'off' }, after: { state: 'on' } },
      { action: 'changed', name: '8.8.8.8', before: { state: 'on' }, after: { state: 'off' } },
      { action: 'secret replaced', name: '8.8.8.8', before: null, after: null },
      {
        ...{ action: 'changed', name: '8.8.8.8' },
        before: { url: 'https://1.1.1.1/hook?…', url_query: query, events: ['sale.created'], sites: 'All sites' },
        after: { url: 'https://8.8.8.8/', url_query: null, events: ['stock.low'], sites: 'Sandton' },
      },
      { action: 'changed', name: '1.1.1.1/hook', before: { url_query: query }, after: { url_query: query } },
      {
        ...{ action: 'created', name: '1.1.1.1/hook', before: null },
        after: { url: 'https://1.1.1.1/hook?…', url_query: query, events: ['sale.created'], sites: 'All sites', state: 'on' },
      },
    ])
    expect(new Set(log.map(({ person, rowid, actor, undo }) => `${person} ${rowid} ${actor} ${undo}`))).toEqual(
      new Set([`Thandi Nkosi ${webhookid} person null`]),
    )
    const { rows } = await server.ownerPool.query('select c::text as row from changes c where businessid = $1', [
      thandi.businessid,
    ])
    const text = JSON.stringify(rows)
    for (const hidden of [secret, rotated.secret, 'whsec', 'token']) expect(text).not.toContain(hidden)
    const file = await (await thandi.fetch('/api/v1/changes.csv?noun=webhook')).text()
    expect(file).toContain(
      `URL: https://1.1.1.1/hook?… → https://8.8.8.8/; Part of the URL after '?': changed; Events: Sales → To reorder; Sites: All sites → Sandton`,
    )
    expect(file).not.toContain('whsec')
  })

  test('it has one that is deleted with its site, once', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: '3 Bath Avenue' })
    await add({ siteid })
    const { webhookid } = await add({ siteid })
    await thandi.api.webhooks.remove({ webhookid })
    await thandi.api.sites.remove({ siteid })
    expect((await listLog()).map(({ action, before }) => [action, before?.['sites']])).toEqual([
      ['deleted', 'Deleted'],
      ['deleted', 'Rosebank'],
      ['created', undefined],
      ['created', undefined],
    ])
  })
})

describe('webhook form', () => {
  test.each<[object, string]>([
    [{ url: 'ftp://1.1.1.1/' }, 'Enter an address that begins with https://.'],
    [{ url: 'hook' }, 'Enter an address that begins with https://.'],
    [{ url: 'https://user:pw@1.1.1.1/' }, 'Leave the user name and password out of the address.'],
    [{ url: 'https://1.1.1.1/#top' }, 'Leave out the part behind #.'],
    [{ events: [] }, 'Choose at least one event.'],
    [{ events: ['import.finished'], siteid: 1 }, 'Imports concern all sites. Choose all sites, or leave out imports.'],
  ])('refuses %j', async (input, message) => {
    await expect(add(input)).rejects.toMatchObject({ status: 422, message: expect.stringContaining(message) })
  })

  test.each<[string, string]>([
    ['http://1.1.1.1/', 'Enter an address that begins with https://.'],
    ['https://127.0.0.1/', 'private network'],
    ['https://[::ffff:10.0.0.1]/', 'private network'],
    ['https://169.254.169.254/latest/meta-data', 'private network'],
    ['https://1.1.1.1:25/', 'Use port 443, or one from 1024.'],
    [`https://1.1.1.1/${'é'.repeat(1000)}`, 'This address is too long.'],
  ])('refuses %s with a sentence, in a new webhook and in a change', async (url, message) => {
    const refused = { code: 'URL_REFUSED', message: expect.stringContaining(message) }
    await expect(add({ url })).rejects.toMatchObject(refused)
    const { webhookid } = await add()
    const current = thandi.credentials.password
    const change = { webhookid, url, events: ['sale.created' as const], opened: { version: 1 }, current }
    await expect(thandi.api.webhooks.update(change)).rejects.toMatchObject(refused)
  })

  test('refuses a site of another business, and a webhook of one', async () => {
    const anna = await createOwner(server)
    await expect(add({ siteid: anna.siteid })).rejects.toMatchObject({ code: 'NO_SITE' })
    const { webhookid } = await add()
    await expect(anna.api.webhooks.deliveries({ webhookid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(anna.api.webhooks.setState({ webhookid, state: 'off' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(anna.api.webhooks.rotateSecret({ current: anna.credentials.password, webhookid })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(anna.api.webhooks.test({ webhookid })).rejects.toMatchObject({ code: 'NOT_ON' })
  })
})

test('webhook pauses: the last attempt is within 24 hours', () => {
  const hours = WEBHOOK_PAUSES_MS.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThanOrEqual(24)
  expect(WEBHOOK_PAUSES_MS).toEqual(WEBHOOK_PAUSES_MS.toSorted((a, b) => a - b))
})

test('webhooks: a server sends what a till, a person and a colleague’s server cause, and deliveries have pages', async () => {
  const sending = await startServer(server.store, { webhooks: true, webhookAllowPrivate: true })
  const receiver = await createReceiver()
  try {
    const { webhookid, secret } = await addWebhook(thandi, server, { url: PUBLIC, events: ['sale.created', 'stock.low'] })
    await server.ownerPool.query('update webhooks set url = $2 where webhookid = $1', [webhookid, receiver.url])
    const till = await createTill(server, thandi)
    await till.push(
      Array.from({ length: 24 }, (_, index) => ({ reference: `${index}`, saledate: '2026-11-20T09:00:00Z', finalamount: 1 })),
    )
    await waitUntil(() => expect(receiver.received).toHaveLength(24))
    await thandi.api.webhooks.test({ webhookid })
    await waitUntil(() => expect(receiver.received).toHaveLength(25))
    const last = receiver.received.at(-1)
    expect(last && verify(secret, last)).toMatchObject({ type: 'test', data: { webhookid } })
    await waitUntil(async () => {
      const pages = [1, 2].map((page) => thandi.api.webhooks.deliveries({ webhookid, page }))
      const [first, second] = await Promise.all(pages)
      expect(first).toMatchObject({ results: 25, pages: 2, rows: { length: 20 } })
      expect(second?.rows).toHaveLength(5)
      expect([...(first?.rows ?? []), ...(second?.rows ?? [])].map(({ state }) => state)).toEqual(Array(25).fill('delivered'))
      expect(first?.rows[0]).toMatchObject({ type: 'test', id: last?.id })
    })
  } finally {
    await sending.close()
    await receiver.close()
  }
})
