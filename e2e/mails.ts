import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The newest mail to this address. */
export async function readMail(to: string) {
  const outbox = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox')
  const files = (await readdir(outbox))
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .reverse()
  for (const file of files) {
    const mail = await readFile(join(outbox, file), 'utf8')
    if (mail.includes(`\nTo: ${to}\n`)) return mail
  }
  return ''
}
