import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

/** The mails to this address, the newest first. Waits until there are at least so many. */
export const readMails = ({ config }: Pick<TestServer, 'config'>, to: string, count = 1) =>
  waitUntil(async () => {
    const outbox = join(config.dataDir, 'outbox')
    const files = (await readdir(outbox)).sort().reverse()
    const mails = await Promise.all(files.map((file) => readFile(join(outbox, file), 'utf8')))
    const found = mails.filter((mail) => mail.includes(`\nTo: ${to}\n`))
    expect(found.length).toBeGreaterThanOrEqual(count)
    return found
  })
