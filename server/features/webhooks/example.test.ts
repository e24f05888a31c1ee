import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPostMessage } from './post-message.ts'
import { formatMessageId, generateSecret, signMessage } from './signature.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** The first example in docs/webhooks.md, as a process of its own. */
async function startExample(WEBHOOK_SECRET: string) {
  const page = await readFile(join(ROOT, 'docs/webhooks.md'), 'utf8')
  const [, code] = /```js\n([\s\S]+?)```/.exec(page) ?? []
  // Inside the repository, where its import is found.
  const folder = await mkdtemp(join(ROOT, 'node_modules/.webhook-example-'))
  const file = join(folder, 'receiver.mjs')
  await writeFile(file, code ?? '')
  const child: ChildProcess = spawn(process.execPath, [file], {
    env: { PORT: '0', WEBHOOK_SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    child.kill()
    await rm(folder, { recursive: true })
  })
  const lines: string[] = []
  child.stdout?.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')))
  while (!lines[0]) await once(child.stdout ?? child, 'data')
  return { url: `http://127.0.0.1:${/\d+$/.exec(lines[0])?.[0]}/`, lines }
}

test('webhook example: the receiver of the documentation takes a message once, and refuses what is not from Winkel', async () => {
  const secret = generateSecret()
  const { url, lines } = await startExample(secret)
  const post = createPostMessage({ allowsPrivate: true })
  const { signal } = new AbortController()
  const body = JSON.stringify({ type: 'sale.created', timestamp: new Date().toISOString(), data: { saleid: 7 } })
  const message = { id: formatMessageId('0e3e2ad3-4b1c-4b44-9c8b-1f2f3a4b5c6d'), body }
  const send = (secrets: string[], sentBody = body, at = new Date()) =>
    post({ url, body: sentBody, headers: signMessage({ ...message, secrets }, at), signal })

  expect(await send([secret])).toMatchObject({ status: 204, problem: null })
  expect(await send([generateSecret(), secret])).toMatchObject({ status: 204 })
  expect(await send([generateSecret()])).toMatchObject({ status: 400, answer: 'No matching signature found' })
  expect(await send([secret], body.replace('7', '8'))).toMatchObject({ status: 400 })
  expect(await send([secret], body, new Date(Date.now() - 600_000))).toMatchObject({
    status: 400,
    answer: 'Message timestamp too old',
  })
  expect(lines.slice(1)).toEqual(['sale.created {"saleid":7}'])
})
