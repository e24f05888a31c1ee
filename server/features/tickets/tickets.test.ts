import { afterAll, expect, test } from 'vitest'
import { MAX_TICKET_MESSAGES_PER_HOUR } from '../../../contract/shared/constants.ts'
import { createOwner } from '../../testing/clients.ts'
import { readMails } from '../../testing/mails.ts'
import { testServer } from '../../testing/server.ts'

const SUPPORT = 'support@winkel.example'

const server = await testServer({ supportEmail: SUPPORT })
afterAll(server.close)

/** What the operator's command writes. */
const answer = (businessid: string, ticketid: number, message: string) =>
  server.ownerPool.query(
    `insert into ticket_messages (businessid, ticketid, is_from_support, message) values ($1, $2, true, $3)`,
    [businessid, ticketid, message],
  )

test('tickets: a question is mailed to support and stored once, and its answer is new until it is read', async () => {
  const { api, businessid, credentials } = await createOwner(server, { businessname: 'Nkosi Stores' })
  const question = { subject: 'The till\nis slow', message: 'Since Monday.' }
  const { ticketid } = await api.tickets.create(question)
  expect(await api.tickets.create(question)).toEqual({ ticketid })
  const [mail = ''] = await readMails(server, SUPPORT)
  expect(mail).toContain(`\nSubject: Ticket ${ticketid}: The till is slow\n`)
  expect(mail).toContain(`${credentials.email} of Nkosi Stores wrote on ticket ${ticketid}`)
  expect(mail).toContain('Since Monday.')

  expect(await api.tickets.count()).toEqual({ open: 1, new_answers: 0 })
  await answer(businessid, ticketid, 'Restart it.')
  expect(await api.tickets.count()).toEqual({ open: 1, new_answers: 1 })
  expect((await api.tickets.list({})).rows).toMatchObject([{ ticketid, has_new_answer: true }])
  await api.tickets.markRead({ ticketid })
  expect(await api.tickets.count()).toEqual({ open: 1, new_answers: 0 })

  await server.ownerPool.query(`update support_tickets set status = ' Closed' where businessid = $1`, [businessid])
  for (const _ of ['first', 'retry']) await api.tickets.reply({ ticketid, message: 'It helped.' })
  const ticket = await api.tickets.get({ ticketid })
  expect(ticket).toMatchObject({ subject: question.subject, status: 'open' })
  expect(ticket.messages.map(({ is_from_support, author, message }) => [is_from_support, author, message])).toEqual([
    [false, 'Thandi Nkosi', 'Since Monday.'],
    [true, null, 'Restart it.'],
    [false, 'Thandi Nkosi', 'It helped.'],
  ])
  expect(await readMails(server, SUPPORT, 2)).toHaveLength(2)
})

test('tickets: a business sends at most twenty messages an hour', async () => {
  const [{ api, businessid }, other] = [await createOwner(server), await createOwner(server)]
  const send = (message: string) => api.tickets.create({ subject: 'Help', message })
  for (let sent = 0; sent < MAX_TICKET_MESSAGES_PER_HOUR; sent++) await send(`Message ${sent}`)
  await expect(send('one more')).rejects.toMatchObject({ code: 'TOO_MANY_MESSAGES', status: 429 })
  expect(await other.api.tickets.create({ subject: 'Help', message: 'x' })).toEqual({ ticketid: expect.any(Number) })
  await server.ownerPool.query(`update ticket_messages set created_at = now() - interval '61 minutes' where businessid = $1`, [
    businessid,
  ])
  expect(await send('one more')).toEqual({ ticketid: expect.any(Number) })
})

test('tickets: count until they are closed, in any spelling (4.10)', async () => {
  const { api, businessid } = await createOwner(server)
  await server.ownerPool.query(
    `insert into support_tickets (businessid, status) select $1, unnest(array[null, '', 'open', 'In progress', 'closed', 'CLOSED', ' Closed '])`,
    [businessid],
  )
  expect(await api.tickets.count()).toEqual({ open: 4, new_answers: 0 })
})

test('tickets: are listed newest first, in pages, those of the business only', async () => {
  const [shop, other] = [await createOwner(server), await createOwner(server)]
  for (const { businessid } of [shop, other])
    await server.ownerPool.query(
      `insert into support_tickets (businessid, subject, status) select $1, 'Ticket ' || n, 'open' from generate_series(1, 51) n`,
      [businessid],
    )
  const list = (before?: number) => shop.api.tickets.list({ before })
  const first = await list()
  expect(first.has_more).toBe(true)
  expect(first.rows.map(({ subject }) => subject)).toEqual(Array.from({ length: 50 }, (_, index) => `Ticket ${51 - index}`))
  const second = await list(first.rows.at(-1)?.ticketid)
  expect(second).toMatchObject({ rows: [{ subject: 'Ticket 1', status: 'open' }], has_more: false })
  await server.ownerPool.query(
    `update support_tickets set created_at = now() + interval '1 day' where businessid = $1 and subject = 'Ticket 1'`,
    [shop.businessid],
  )
  expect((await list()).rows[0]).toMatchObject({ subject: 'Ticket 1' })
})
