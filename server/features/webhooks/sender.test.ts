import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WEBHOOK_PAUSES_MS } from '../../../contract/webhooks.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { type Mail, MailUnanswered } from '../../auth/mail.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { waitForBlocked, waitUntil } from '../../testing/wait-until.ts'
import { addWebhook, createReceiver, startSender, verify } from '../../testing/webhook-receiver.ts'
import { mailStops } from './mail-stops.ts'
import { claimDeliveries, deleteOldRows, noteAttempt } from './sender-queries.ts'

const server = await testServer({ webhookAllowPrivate: true })
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)
const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows

let thandi: Owner
let till: Awaited<ReturnType<typeof createTill>>
let receiver: Awaited<ReturnType<typeof createReceiver>>
let hook: { webhookid: number; secret: string }
const stops: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  thandi = await createOwner(server)
  till = await createTill(server, thandi)
  receiver = await createReceiver()
  stops.push(receiver.close)
  hook = await addWebhook(thandi, server, { url: receiver.url, events: ['sale.created'] })
})
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  // What a test left must not be sent by the next one.
  await ask('delete from webhooks')
})

function send(options?: Parameters<typeof startSender>[1]) {
  const sender = startSender(server, options)
  stops.push(sender.stop)
  return sender
}

let receipt = 0
async function sell(sales = 1) {
  const made = Array.from({ length: sales }, () => ({
    reference: `receipt ${++receipt}`,
    saledate: '2026-11-20T09:00:00Z',
    finalamount: 10,
  }))
  await till.push(made)
  return made.map(({ reference }) => reference)
}
const listDeliveries = async (failed = false) =>
  (await thandi.api.webhooks.deliveries({ webhookid: hook.webhookid, failed })).rows
const findDelivery = async () => (await listDeliveries())[0]
const waitForState = (state: string) => waitUntil(async () => expect(await findDelivery()).toMatchObject({ state }))
const findWebhook = async () => (await thandi.api.webhooks.list()).find(({ webhookid }) => webhookid === hook.webhookid)

describe('webhook sender: a receiver', () => {
  test('verifies what it gets with the library of Standard Webhooks, also while a secret is rotated', async () => {
    await sell()
    const rotated = await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid: hook.webhookid })
    server.secrets.add(rotated.secret)
    send()
    await waitForState('delivered')
    const [message] = receiver.received
    if (!message) throw new Error('nothing was received')
    for (const secret of [rotated.secret, hook.secret]) expect(verify(secret, message)).toMatchObject({ type: 'sale.created' })
    expect(() => verify(`whsec_${'A'.repeat(32)}`, message)).toThrow('No matching signature')
    expect(() => verify(hook.secret, { ...message, body: message.body.replace('10', '11') })).toThrow('No matching signature')
    expect(message.id).toBe((await findDelivery())?.id)
    expect(message.headers).toMatchObject({ 'content-type': 'application/json', host: `127.0.0.1:${receiver.port}` })
    expect(await findDelivery()).toMatchObject({ attempts: 1, status: 204, problem: null, answer: null })
  })

  test('that fails gets the same message again, until it takes it', async () => {
    const ids: string[] = []
    receiver.answers((response, _, { id }) => {
      ids.push(id)
      if (ids.length < 3) response.writeHead(500).end('Out of order\0')
      else response.writeHead(200).end('thanks')
    })
    await sell()
    const { logged } = send({ pausesMs: [0, 0, 0] })
    await waitForState('delivered')
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
    expect(await findDelivery()).toMatchObject({ attempts: 3, status: 200, problem: null, next_attempt_at: null })
    expect(await findWebhook()).toMatchObject({ state: 'on', failing_since: null })
    expect(logged.filter(({ event }) => event === 'webhook_failed')).toHaveLength(2)
    expect(JSON.stringify(logged)).not.toContain(hook.secret)
    expect(JSON.stringify(logged)).not.toContain(receiver.url)
  })

  test('that always fails is given up, and gets it again with the same id when a person says so', async () => {
    receiver.answers((response) => response.writeHead(503).end('closed'))
    await sell(2)
    const sender = send({ pausesMs: [0] })
    await waitUntil(async () => expect((await listDeliveries()).map(({ state }) => state)).toEqual(['given_up', 'given_up']))
    expect(receiver.received).toHaveLength(4)
    const [first, second] = await listDeliveries(true)
    if (!first || !second) throw new Error('two deliveries failed')
    expect(first).toMatchObject({ attempts: 2, status: 503, problem: 'It answered with 503.', answer: 'closed' })
    expect((await findWebhook())?.failing_since).toBeInstanceOf(Date)

    receiver.answers((response) => response.writeHead(200).end())
    await thandi.api.webhooks.resend({ webhookid: hook.webhookid, messageid: first.messageid })
    sender.wake()
    await waitUntil(async () => expect((await listDeliveries(true)).map(({ id }) => id)).toEqual([second.id]))
    expect(receiver.received.at(-1)?.id).toBe(first.id)
    expect(await thandi.api.webhooks.resendFailed({ webhookid: hook.webhookid })).toEqual({ resent: 1 })
    sender.wake()
    await waitUntil(async () => expect(await listDeliveries(true)).toEqual([]))
  })

  test.each<[string, Parameters<typeof receiver.answers>[0], object]>([
    ['hangs', () => undefined, { problem: 'No answer within 0.3 seconds.', status: null }],
    [
      'closes the connection',
      (_, request) => request.socket.destroy(),
      { problem: 'The connection was closed before the answer.' },
    ],
    [
      'closes it within its headers',
      (_, request) => request.socket.end('HTTP/1.1 200 OK\r\nContent-'),
      { state: 'given_up', status: null },
    ],
    [
      'answers with something else',
      (_, request) => request.socket.end('SSH-2.0-OpenSSH\r\n'),
      { state: 'given_up', status: null },
    ],
    ['wants no more', (response) => response.writeHead(410).end('gone'), { problem: 'It answered with 410.', attempts: 1 }],
  ])('that %s has not got it', async (_, answer, expected) => {
    receiver.answers(answer)
    await sell()
    send({ pausesMs: [], timeoutMs: 300 })
    await waitForState('given_up')
    expect(await findDelivery()).toMatchObject(expected)
  })

  test('that answers after the time, with success, gets it again', async () => {
    let answered = false
    receiver.answers((response, request) => {
      if (answered) return response.writeHead(200).end()
      answered = true
      // The answer comes when nobody waits for it any more.
      request.socket.on('close', () => response.writeHead(200).end())
    })
    await sell()
    send({ pausesMs: [0], timeoutMs: 300 })
    await waitForState('delivered')
    expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])
  })

  test('that redirects to another address is not followed', async () => {
    const inner = await createReceiver()
    stops.push(inner.close)
    receiver.answers((response) => response.writeHead(307, { location: inner.url }).end())
    await sell()
    send({ pausesMs: [0] })
    await waitForState('given_up')
    expect(await findDelivery()).toMatchObject({ status: 307, problem: 'It redirects (307), which is not followed.' })
    expect(inner.received).toEqual([])
  })

  test('that answers without end is read up to 64 kB', async () => {
    let sent = 0
    receiver.answers((response) => {
      response.writeHead(500)
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384))) sent += 16_384
      }
      response.on('drain', more)
      more()
    })
    await sell()
    send({ pausesMs: [] })
    await waitForState('given_up')
    expect((await findDelivery())?.answer).toBe('x'.repeat(500))
    // What the sockets hold of it is beyond what was read.
    expect(sent).toBeLessThan(16_000_000)
  })

  test('that is not there, or speaks no TLS, is named', async () => {
    const closed = createServer()
    await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening))
    const { port } = closed.address() as AddressInfo
    await new Promise((end) => closed.close(end))
    const change = (url: string, version: number) =>
      thandi.api.webhooks.update({
        webhookid: hook.webhookid,
        url,
        events: ['sale.created'],
        opened: { version },
        current: thandi.credentials.password,
      })
    await change(`http://127.0.0.1:${port}/`, 1)
    await sell()
    const sender = send({ pausesMs: [] })
    await waitUntil(async () => expect(await findDelivery()).toMatchObject({ problem: 'The connection was refused.' }))
    await change(`https://127.0.0.1:${receiver.port}/`, 2)
    await sell()
    sender.wake()
    await waitUntil(async () => expect((await findDelivery())?.problem).toMatch(/^No secure connection could be made/))
  })

  test('that answers 410 gets nothing more, and the reason is shown', async () => {
    receiver.answers((response) => response.writeHead(410).end())
    await sell()
    const { logged } = send()
    await waitForState('given_up')
    expect(await findWebhook()).toMatchObject({
      state: 'stopped',
      stop_reason: 'The receiver answered that it wants no more messages (410 Gone).',
    })
    expect(logged.map(({ event }) => event)).toContain('webhook_stopped')
    await sell()
    expect(await listDeliveries()).toHaveLength(1)
    await thandi.api.webhooks.setState({ webhookid: hook.webhookid, state: 'on' })
    expect(await findWebhook()).toMatchObject({ state: 'on', stop_reason: '' })
    const { rows } = await thandi.api.changes.list({ noun: 'webhook' })
    expect(rows.map(({ actor, person, before, after }) => [actor, person, before?.['state'], after?.['state']])).toEqual([
      ['person', 'Thandi Nkosi', 'stopped', 'on'],
      ['server', null, 'on', 'stopped'],
      ['person', 'Thandi Nkosi', undefined, 'on'],
    ])
  })

  test('that failed for 5 days is stopped', async () => {
    receiver.answers((response) => response.writeHead(500).end())
    await ask(`update webhooks set failing_since = now() - interval '5 days 1 minute' where webhookid = $1`, [hook.webhookid])
    await sell()
    send()
    await waitUntil(async () =>
      expect(await findWebhook()).toMatchObject({ state: 'stopped', stop_reason: 'Every attempt failed for 5 days.' }),
    )
  })
})

describe('mail about a webhook that was stopped', () => {
  const mails: Mail[] = []
  let answer: (mail: Mail) => Promise<void>
  beforeEach(async () => {
    mails.length = 0
    answer = async () => undefined
    await stop()
  })
  /** The last attempt of five days fails. */
  async function stop() {
    await ask(`update webhooks set failing_since = now() - interval '5 days 1 minute' where webhookid = $1`, [hook.webhookid])
    await sell()
    const [claimed] = await scopes.asAuth((scope) => claimDeliveries(scope, 10))
    if (!claimed) throw new Error('nothing was claimed')
    const failed = { status: 500, duration_ms: 1, problem: 'It answered with 500.', answer: '', pauseMs: 0, isOver: false }
    expect(await scopes.asAuth((scope) => noteAttempt(scope, claimed, failed))).toBe('Every attempt failed for 5 days.')
  }
  const sendMail = async (mail: Mail) => {
    await answer(mail)
    mails.push(mail)
  }
  const run = () => mailStops({ scopes, sendMail, publicUrl: 'https://winkel.example', log: pino({ level: 'silent' }) })
  const endPause = () => ask('update webhooks set stop_mail_at = now() where stop_mail_at is not null')

  test('goes to the owner once, by one of several servers, and names the host and no path', async () => {
    await Promise.all([run(), run(), run()])
    await endPause()
    await run()
    expect(mails).toEqual([
      {
        to: thandi.credentials.email,
        subject: 'Nkosi Stores: a webhook was stopped',
        text: expect.stringContaining('to 127.0.0.1 was stopped. Every attempt failed for 5 days.'),
      },
    ])
    expect(mails[0]?.text).not.toContain('/hook')
  })

  test('is tried again after a pause that grows, and not when the mail server refused it or may have taken it', async () => {
    const pauses: number[] = []
    const note = async () => {
      const [row] = await ask('select extract(epoch from stop_mail_at - now()) as pause from webhooks where webhookid = $1', [
        hook.webhookid,
      ])
      pauses.push(Math.ceil(row.pause / 60))
    }
    answer = () => Promise.reject(new Error('connect ECONNREFUSED'))
    for (const _ of [1, 2, 3]) {
      await run()
      await note()
      await endPause()
    }
    expect(pauses).toEqual([1, 2, 4])
    answer = () => Promise.reject(new MailUnanswered('nobody knows'))
    await run()
    answer = async () => undefined
    await endPause()
    await run()
    expect(mails).toEqual([])
  })

  test('of a server that ended before it was sent is sent by another one', async () => {
    await scopes.asAuth((scope) => sql`select public.claim_webhook_stop_mail()`.execute(scope))
    await run()
    expect(mails).toEqual([])
    // The 15 minutes of its claim are over.
    await endPause()
    await run()
    expect(mails).toHaveLength(1)
  })

  test('does not go out when a person has turned the webhook on, or the business is closed, and goes out when it is stopped again', async () => {
    await ask(`update business set closed_at = now(), erase_at = now() + interval '30 days' where id = $1`, [thandi.businessid])
    await run()
    await ask('update business set closed_at = null, erase_at = null where id = $1', [thandi.businessid])
    await thandi.api.webhooks.setState({ webhookid: hook.webhookid, state: 'on' })
    await run()
    expect(mails).toEqual([])
    await stop()
    await run()
    expect(mails).toHaveLength(1)
  })

  test('goes to an admin with a proven address where the owner is disabled, and to nobody else', async () => {
    const team = createTeamHelpers(server)
    const admin = await team.hire(thandi)
    await team.hire(thandi, { position: 'Employee' })
    const unproven = await team.hire(thandi)
    await ask(`update auth."user" set "emailVerified" = false where id = $1`, [unproven.user_id])
    await ask(`update employee set isenabled = false, disablereason = 'Left' where businessid = $1 and user_id = $2`, [
      ...[thandi.businessid, thandi.user_id],
    ])
    await run()
    expect(mails.map(({ to }) => to)).toEqual([admin.credentials.email])
  })
})

describe('webhook sender: several servers', () => {
  test('send each message once, and lose none', async () => {
    const references = (await Promise.all([sell(60), sell(60), sell(60)])).flat()
    const senders = [send(), send(), send()]
    await waitUntil(() => expect(receiver.received.length).toBeGreaterThanOrEqual(180))
    await waitUntil(async () =>
      expect(
        await ask(`select from webhook_deliveries where businessid = $1 and state = 'waiting'`, [thandi.businessid]),
      ).toEqual([]),
    )
    await Promise.all(senders.map(({ stop }) => stop()))
    expect(receiver.received.map(({ data }) => data['reference']).sort()).toEqual(references.sort())
  })

  test('servers that stop leave their attempt to another one, with the same id, and use none up', async () => {
    receiver.answers(() => undefined)
    await sell()
    for (let stopped = 1; stopped <= WEBHOOK_PAUSES_MS.length + 1; stopped++) {
      const { stop } = send()
      await waitUntil(() => expect(receiver.received).toHaveLength(stopped))
      await stop()
      expect(await findDelivery()).toMatchObject({ state: 'waiting', attempts: 0, problem: null })
    }
    expect(await findWebhook()).toMatchObject({ failing_since: null })
    receiver.answers((response) => response.writeHead(500).end())
    const failing = send({ pausesMs: WEBHOOK_PAUSES_MS })
    await waitUntil(async () => expect(await findDelivery()).toMatchObject({ state: 'waiting', attempts: 1, status: 500 }))
    await failing.stop()
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  })

  test('a server that is stopped while it claims gives back what it claimed', async () => {
    await sell(3)
    const client = await server.ownerPool.connect()
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(746925007)')
    const { stop } = send()
    await waitForBlocked(server.ownerPool, 1)
    const stopping = stop()
    await client.query('commit')
    client.release()
    await stopping
    expect(receiver.received).toEqual([])
    expect(await ask('select state, attempts, claim from webhook_deliveries where businessid = $1', [thandi.businessid])).toEqual(
      Array(3).fill({ state: 'waiting', attempts: 0, claim: null }),
    )
  })

  test('a server that dies between send and note: it is sent again, and the note of the dead one counts no more', async () => {
    await sell()
    const [dead] = (await scopes.asAuth((scope) => claimDeliveries(scope, 10))).filter(
      ({ webhookid }) => webhookid === hook.webhookid,
    )
    if (!dead) throw new Error('nothing was claimed')
    const sender = send({ poll: false })
    expect(await findDelivery()).toMatchObject({ state: 'waiting', attempts: 1 })
    // The minute of its claim is over.
    await ask(`update webhook_deliveries set next_attempt_at = now() where businessid = $1`, [thandi.businessid])
    sender.wake()
    await waitForState('delivered')
    const failed = { status: 500, duration_ms: 1, problem: 'It answered with 500.', answer: '', pauseMs: 0, isOver: true }
    await scopes.asAuth((scope) => noteAttempt(scope, dead, failed))
    expect(await findDelivery()).toMatchObject({ state: 'delivered', attempts: 2, status: 204 })
    expect(await findWebhook()).toMatchObject({ state: 'on' })
  })

  test('a process that is killed between send and note: another one sends it again, with the same id', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/webhook-sender-process.ts')], {
      env: { ...process.env, DATABASE: JSON.stringify(server.store.listenConfig) },
      stdio: 'inherit',
    })
    receiver.answers((response) => {
      child.kill('SIGKILL')
      child.once('exit', () => response.writeHead(200).end())
    })
    await sell()
    await waitUntil(() => expect(child.signalCode).toBe('SIGKILL'))
    expect(await findDelivery()).toMatchObject({ state: 'waiting', attempts: 1, status: null })
    receiver.answers((response) => response.writeHead(200).end())
    // The minute of its claim is over.
    await ask(`update webhook_deliveries set next_attempt_at = now() where businessid = $1`, [thandi.businessid])
    send()
    await waitForState('delivered')
    expect(receiver.received.map(({ id }) => id)).toEqual([receiver.received[0]?.id, receiver.received[0]?.id])
  })

  const claim = (room = 50) => scopes.asAuth((scope) => claimDeliveries(scope, room))
  /** A business with two webhooks, whose messages wait. */
  async function createBusy(urls: [string, string], sales = 15) {
    const owner = await createOwner(server)
    for (const url of urls) await addWebhook(owner, server, { url, events: ['sale.created'] })
    const { push } = await createTill(server, owner)
    await push(
      Array.from({ length: sales }, (_, index) => ({ reference: `${index}`, saledate: '2026-11-20T09:00:00Z', finalamount: 1 })),
    )
  }
  const countBy = (claimed: Awaited<ReturnType<typeof claim>>, key: 'businessid' | 'webhookid') =>
    [...Map.groupBy(claimed, (row) => row[key]).values()].map((rows) => rows.length)

  test('the limits of a webhook, a business and a host hold for all of them together', async () => {
    await sell(15)
    expect(countBy(await claim(), 'webhookid')).toEqual([5])
    await addWebhook(thandi, server, { url: receiver.url, events: ['sale.created'] })
    await addWebhook(thandi, server, { url: receiver.url, events: ['sale.created'] })
    await sell(15)
    expect(countBy(await claim(), 'webhookid').sort()).toEqual([2, 3])
    for (let others = 0; others < 2; others++) await createBusy([receiver.url, receiver.url])
    // Of 20 places at a host, 5 are for businesses without an attempt under way there.
    expect([await claim(), await claim()].map((rows) => rows.length)).toEqual([5, 0])
    for (let others = 0; others < 7; others++) await createBusy([receiver.url, receiver.url])
    const last = await claim()
    expect(countBy(last, 'businessid')).toEqual([1, 1, 1, 1, 1])
    expect(await claim()).toEqual([])
  })

  test('businesses take turns, and there is room for one that has nothing under way, however slow the others are', async () => {
    for (let strangers = 0; strangers < 5; strangers++)
      await createBusy([1, 2].map((host) => `http://127.0.${strangers + 1}.${host}:9/slow`) as [string, string])
    const slow = await claim()
    expect(countBy(slow, 'businessid')).toEqual([6, 6, 6, 6, 6])
    expect(await claim(50 - slow.length)).toEqual([])
    await sell(2)
    expect(await claim(50 - slow.length)).toMatchObject([{ businessid: thandi.businessid }])
    // The second one has its turn when others have ended.
    expect(await claim(50 - slow.length - 1)).toEqual([])
    await ask('update webhook_deliveries set claim = null where messageid = any($1)', [slow.map(({ messageid }) => messageid)])
    expect(await claim(49)).toContainEqual(expect.objectContaining({ businessid: thandi.businessid }))
  })
})

describe('webhook sender: what changes during an attempt', () => {
  test('a webhook that is deleted while an attempt is under way', async () => {
    let release = () => undefined as unknown
    receiver.answers((response) => {
      release = () => response.writeHead(200).end()
    })
    await sell(2)
    const sender = send()
    await waitUntil(() => expect(receiver.received).toHaveLength(2))
    await thandi.api.webhooks.remove({ webhookid: hook.webhookid })
    await expect(listDeliveries()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await deleteOldRows(scopes.asAuth, new AbortController().signal)
    expect(await ask('select from webhooks where businessid = $1', [thandi.businessid])).toHaveLength(1)
    await ask(`update webhooks set deleted_at = now() - interval '2 minutes' where businessid = $1`, [thandi.businessid])
    await deleteOldRows(scopes.asAuth, new AbortController().signal)
    release()
    await sender.stop()
    expect(sender.logged.filter(({ event }) => event === 'webhook_not_noted')).toEqual([])
    expect(await ask('select from webhook_deliveries where businessid = $1', [thandi.businessid])).toEqual([])
    expect(await ask('select from webhooks where businessid = $1', [thandi.businessid])).toEqual([])
  })

  test('a webhook that is off sends nothing, and what waits when it is on again', async () => {
    await sell()
    await thandi.api.webhooks.setState({ webhookid: hook.webhookid, state: 'off' })
    await sell()
    expect(await scopes.asAuth((scope) => claimDeliveries(scope, 50))).toEqual([])
    const { messageid = '' } = (await findDelivery()) ?? {}
    const { webhookid } = hook
    await expect(thandi.api.webhooks.resend({ webhookid, messageid })).rejects.toMatchObject({ code: 'NOT_ON' })
    await expect(thandi.api.webhooks.resendFailed({ webhookid })).rejects.toMatchObject({ code: 'NOT_ON' })
    await expect(thandi.api.webhooks.test({ webhookid })).rejects.toMatchObject({ code: 'NOT_ON' })
    await thandi.api.webhooks.setState({ webhookid, state: 'on' })
    send()
    await waitForState('delivered')
    expect(receiver.received).toHaveLength(1)
  })

  test('a closed business sends nothing until it is open again, and an erased one leaves nothing', async () => {
    await sell()
    await ask(`update business set closed_at = now(), erase_at = now() + interval '30 days' where id = $1`, [thandi.businessid])
    expect(await scopes.asAuth((scope) => claimDeliveries(scope, 50))).toEqual([])
    await ask('update business set closed_at = null, erase_at = null where id = $1', [thandi.businessid])
    const [claimed] = await scopes.asAuth((scope) => claimDeliveries(scope, 50))
    if (!claimed) throw new Error('nothing was claimed')
    await ask(`update business set closed_at = now(), erase_at = now() where id = $1`, [thandi.businessid])
    while ((await ask('select erase_business_rows($1, 1000) as left_over', [thandi.businessid]))[0].left_over !== null);
    const sent = { status: 200, duration_ms: 1, problem: null, answer: null, pauseMs: undefined, isOver: false }
    expect(await scopes.asAuth((scope) => noteAttempt(scope, claimed, sent))).toBeUndefined()
    expect(await ask('select from webhook_messages where businessid = $1', [thandi.businessid])).toEqual([])
  })

  test('what is 30 days old is deleted, and nothing else', async () => {
    await sell(3)
    const [{ messageid }] = await ask('select messageid from webhook_messages where businessid = $1', [thandi.businessid])
    await ask(`update webhook_messages set created_at = now() - interval '30 days 1 minute' where messageid = $1`, [messageid])
    await deleteOldRows(scopes.asAuth, new AbortController().signal)
    expect((await listDeliveries()).map((row) => row.messageid)).not.toContain(messageid)
    expect(await listDeliveries()).toHaveLength(2)
  })
})
