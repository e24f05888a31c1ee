import { ACCOUNT_TEXT_MAX } from '../../../contract/shared/constants.ts'

/** At most 40 characters; a longer e-mail ends in '…'. */
export function shortenAccount(email: string) {
  const letters = [...email]
  return letters.length <= ACCOUNT_TEXT_MAX ? email : `${letters.slice(0, ACCOUNT_TEXT_MAX - 1).join('')}…`
}
