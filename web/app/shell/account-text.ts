import { ACCOUNT_TEXT_MAX } from '../../../contract/shared/constants.ts'

/** The e-mail as the top bar has room for it: at most 40 characters, the last of them '…' where some were left out. */
export function shortenAccount(email: string) {
  const letters = [...email]
  return letters.length <= ACCOUNT_TEXT_MAX ? email : `${letters.slice(0, ACCOUNT_TEXT_MAX - 1).join('')}…`
}
