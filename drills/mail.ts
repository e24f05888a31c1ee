import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { createClient, newCredentials } from '../server/testing/clients.ts'
import { defineDrill } from './lib/drill.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpOwner, toClientServer } from './lib/shop.ts'

const TIMEOUT_MS = 30_000

type Received = { from: string; to: string[]; message: string }

export default defineDrill({
  description: 'mail over SMTP: the reset mail arrives, its link works once, and a mail server that is away is logged',
  tiny: {},
  async run(context) {
    const { figure, promise, onFinished } = context
    const mails: Received[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, { envelope }, done) {
        text(stream).then((message) => {
          const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
          mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), message })
          done()
        }, done)
      },
    })
    const listener = smtp.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    let isListening = true
    const stopMailServer = () => {
      if (isListening) smtp.close()
      isListening = false
    }
    onFinished(stopMailServer)

    const { port } = listener.address() as AddressInfo
    const process = await startServerProcess(context, { environment: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
    await process.waitUntilReady()
    const server = toClientServer(process)
    const owner = await signUpOwner(server)
    const { email } = owner.credentials
    const ask = () => createClient(server).send('POST', '/api/v1/session/password-reset', { email })
    const reset = (token: string, password: string) =>
      createClient(server).send('PUT', '/api/v1/session/password', { token, password })

    for (let count = 1; count <= 2; count++) {
      await ask()
      await waitFor(() => mails.length === count)
    }
    const [older = '', newer = ''] = mails.map(({ message }) => readToken(message))
    figure('mails received', mails.length)
    promise(
      'the mail goes to the owner, from no-reply at the host of PUBLIC_URL',
      mails.every(({ from, to }) => from === 'no-reply@127.0.0.1' && to.length === 1 && to[0] === email),
      mails.map(({ from, to }) => ({ from, to })),
    )
    promise(
      'the subject says what it is',
      mails.every(({ message }) => /^Subject: Choose a new Winkel password\r?$/m.test(message)),
    )
    const { password } = newCredentials(server)
    promise('the link sets a new password', (await reset(newer, password)).status === 200)
    promise('the link works once', (await reset(newer, 'another one')).status === 410)
    promise('the older link is void', (await reset(older, 'another one')).status === 410)
    const signedIn = await createClient(server).send('POST', '/api/v1/session', { email, password })
    promise('the new password signs in', signedIn.status === 200)

    stopMailServer()
    promise('the answer is the same while the mail server is away', (await ask()).status === 200)
    const isLogged = () => process.lines.some((line) => line.includes('"mail_failed"'))
    await waitFor(isLogged)
    promise('the mail that could not be sent is logged', isLogged())
    promise('no token is logged', !process.lines.some((line) => line.includes(older) || line.includes(newer)))
  },
})

/** Of a message that may be quoted-printable: '=' at the end of a line continues it, '=3D' is '='. */
const readToken = (message: string) =>
  /\?token=([\w-]+)/.exec(message.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '='))?.[1] ?? ''

async function waitFor(condition: () => boolean) {
  const deadline = Date.now() + TIMEOUT_MS
  while (!condition() && Date.now() < deadline) await delay(50)
}
