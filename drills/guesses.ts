import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient, newCredentials } from '../server/testing/clients.ts'
import { defineDrill } from './lib/drill.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpOwner, toClientServer } from './lib/shop.ts'

const MAX_CHECKED = 20

export default defineDrill({
  description: '1,000 guesses from 1,000 addresses: 20 are compared with the hash, and the owner elsewhere still gets in',
  options: { guesses: 1_000, concurrency: 50 },
  tiny: { guesses: 3 },
  async run(context) {
    const { options, figure, promise } = context

    /** Owner and guessers of a server; `from` is a client at an address that the header names. */
    async function prepare(trustedProxies: string) {
      const process = await startServerProcess(context, { environment: { TRUSTED_PROXIES: trustedProxies } })
      await process.waitUntilReady()
      const server = toClientServer(process)
      const from = (address: string) => createClient(server, { 'x-forwarded-for': address })
      const owner = await signUpOwner(server)
      /** Status 401 is an answer after the hash, 429 one before it. */
      const guess = async () => {
        const statuses: number[] = []
        const remaining = Array.from({ length: options.guesses }, (_, index) => index)
        const guesser = async () => {
          for (let index = remaining.pop(); index !== undefined; index = remaining.pop()) {
            const credentials = { email: owner.credentials.email, password: `guess ${index}` }
            const client = from(`198.51.${index >> 8}.${index & 255}`)
            statuses.push((await client.send('POST', '/api/v1/session', credentials)).status)
          }
        }
        await Promise.all(Array.from({ length: options.concurrency }, guesser))
        return {
          checked: statuses.filter((status) => status === 401).length,
          refused: statuses.filter((status) => status === 429).length,
        }
      }
      return { process, server, from, owner, guess }
    }

    const signIn = async (client: ReturnType<typeof createClient>, credentials: { email: string; password: string }) =>
      (await client.send('POST', '/api/v1/session', credentials)).status

    const proxied = await prepare('1')
    const { credentials } = proxied.owner
    await signIn(proxied.from('196.25.1.1'), credentials)
    const { checked, refused } = await proxied.guess()
    figure('guesses compared with the hash', checked)
    figure('guesses refused', refused)
    promise(`at most ${MAX_CHECKED} guesses are compared with the hash`, checked <= MAX_CHECKED)
    promise('every guess is answered with 401 or 429', checked + refused === options.guesses)
    promise('the owner signs in from a known address', (await signIn(proxied.from('196.25.1.1'), credentials)) === 200)
    const browser = proxied.from('192.0.2.1')
    for (const [name, value] of proxied.owner.cookies) browser.cookies.set(name, value)
    promise('the owner signs in with a known browser from a new address', (await signIn(browser, credentials)) === 200)
    const away = proxied.from('192.0.2.2')
    const isLocked = refused > 0
    promise(
      'the owner is refused in a strange place once guesses are',
      (await signIn(away, credentials)) === (isLocked ? 429 : 200),
    )
    promise(`guesses are refused after ${MAX_CHECKED}`, isLocked === options.guesses > MAX_CHECKED)

    await away.api.session.requestPasswordReset({ email: credentials.email })
    const { password } = newCredentials(proxied.server)
    await away.api.session.resetPassword({ token: await readResetToken(proxied.process.dataDir), password })
    promise('the owner signs in there after a mailed link', (await signIn(away, { ...credentials, password })) === 200)
    const other = await signUpOwner(proxied.server)
    promise(
      'another owner signs in from an address of the guesses',
      (await signIn(proxied.from('198.51.0.1'), other.credentials)) === 200,
    )

    const direct = await prepare('0')
    const spoofed = await direct.guess()
    figure('guesses with invented addresses compared with the hash', spoofed.checked)
    promise(`at most ${MAX_CHECKED} guesses with invented addresses are compared with the hash`, spoofed.checked <= MAX_CHECKED)
    promise(
      'the owner signs in with a known browser at the same address',
      (await signIn(direct.owner, direct.owner.credentials)) === 200,
    )
  },
})

/** Of the mail in the outbox, which is written after the answer. */
async function readResetToken(dataDir: string) {
  const outbox = join(dataDir, 'outbox')
  for (;;) {
    const [mail] = await readdir(outbox).catch(() => [])
    const token = mail && /\?token=(\S+)/.exec(await readFile(join(outbox, mail), 'utf8'))?.[1]
    if (token) return token
    await delay(50)
  }
}
