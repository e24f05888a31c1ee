import { formatRand } from '../../lib/format/money.ts'
import { createCurlCommand, EXAMPLE_AMOUNT } from './curl-command.ts'

type Options = {
  origin: string
  sitename: string
  /** Undefined for any till of the site. */
  tillname?: string
  /** Only if the person chose to send it. */
  key?: string
  at: Date
}

const PLACEHOLDER = 'wk_YOUR_KEY'

/** A message to the supplier of the tills: what they need to send the sales of a till. */
export function createInstructions({ origin, sitename, tillname, key, at }: Options) {
  const till = tillname ? `our till "${tillname}"` : 'our tills'
  const subject = `Connect ${till} at ${sitename} to Winkel`
  const body = [
    'Hello',
    `Please let ${till} at ${sitename} send sales to Winkel, our back office.`,
    [
      `Address: ${origin}/api/v1/sales (POST, JSON)`,
      `Key: ${key ?? 'we send it to you separately'}`,
      `Documentation: ${origin}/api/docs`,
    ].join('\n'),
    'A key sends sales of one site, and reads its products, prices and the people who sell there. Keep it like a password. A sale sent twice is stored once.',
    `This command tests the connection. It sends one real sale of ${formatRand(EXAMPLE_AMOUNT).replaceAll('\u00a0', ' ')}:`,
    createCurlCommand({ origin, key: key ?? PLACEHOLDER, at }),
    'Thank you',
  ].join('\n\n')
  return { subject, body }
}

/** Opens the mail program of the person. */
export const createMailUrl = ({ subject, body }: ReturnType<typeof createInstructions>) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
