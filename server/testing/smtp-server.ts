import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; headers: Map<string, string>; text: string; html: string }

/** `later` and `never` refuse the recipient with 451 and 550; `cut` ends the connection after the mail, without an answer. */
type Answer = 'accept' | 'later' | 'never' | 'cut'

/** A mail server that keeps what it accepts. `onMail` ends before the mail is answered. */
export async function createSmtpServer(onMail?: (mail: ReceivedMail) => Promise<void>) {
  const mails: ReceivedMail[] = []
  const state = { answer: 'accept' as Answer, attempts: 0 }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      state.attempts++
      const responseCode = { accept: 0, cut: 0, later: 451, never: 550 }[state.answer]
      done(responseCode === 0 ? null : Object.assign(new Error('refused'), { responseCode }))
    },
    onData(stream, { envelope }, done) {
      void text(stream).then(async (raw) => {
        // The library closes the sockets and answers nothing.
        if (state.answer === 'cut') for (const connection of smtp.connections) (connection as { close(): void }).close()
        else {
          const mail = { to: envelope.rcptTo.map(({ address }) => address).join(), ...parseMail(raw.replaceAll('\r\n', '\n')) }
          mails.push(mail)
          await onMail?.(mail)
          done()
        }
      })
    },
  })
  smtp.on('error', () => undefined) // a connection that was cut
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, mails, state, stop: () => new Promise<void>((resolve) => smtp.close(resolve)) }
}

function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const { headers, body } = parsePart(raw)
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  if (!boundary) return { headers, text: decodeBody(headers, body), html: '' }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => parsePart(part.replace(/^\n/, '')))
  const find = (type: string) => {
    const part = parts.find((found) => found.headers.get('content-type')?.startsWith(type))
    return part ? decodeBody(part.headers, part.body) : ''
  }
  return { headers, text: find('text/plain'), html: find('text/html') }
}

function parsePart(raw: string) {
  const end = raw.indexOf('\n\n')
  const lines = raw
    .slice(0, end)
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
  return { headers, body: raw.slice(end + 2) }
}

function decodeBody(headers: Map<string, string>, body: string) {
  const encoding = headers.get('content-transfer-encoding')
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  if (encoding !== 'quoted-printable') return body
  const bytes = body.replace(/=\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').trimEnd()
}
