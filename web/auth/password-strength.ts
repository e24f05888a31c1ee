import { SIGNUP_PASSWORD_HINT_MIN } from '../../contract/shared/constants.ts'

/** `score`: 0 for an empty password, 1 (weak) to 4 (strong). */
export type Strength = { score: 0 | 1 | 2 | 3 | 4; word: string; advice: string }

const KINDS = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u]
const WELL_KNOWN = /^(pass(word|wort)?|qwerty|letmein|welcome|admin|winkel|iloveyou|monkey|dragon|abc)[\d!@#$%.]*$/i
const SEQUENCES = '0123456789 9876543210 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm'

/** Advice only: no password is rejected for its strength. */
export function getPasswordStrength(password: string): Strength {
  const length = [...password].length
  if (length === 0) return { score: 0, word: '', advice: '' }
  if (length < SIGNUP_PASSWORD_HINT_MIN)
    return { score: 1, word: 'Weak', advice: `shorter than ${SIGNUP_PASSWORD_HINT_MIN} characters` }
  if (new Set(password).size <= 3) return { score: 1, word: 'Weak', advice: 'the same few characters repeated' }
  if (WELL_KNOWN.test(password) || SEQUENCES.includes(password.toLowerCase()))
    return { score: 1, word: 'Weak', advice: 'too easy to guess' }

  const kinds = KINDS.filter((kind) => kind.test(password)).length
  if (length >= 16 || (length >= 12 && kinds >= 3)) return { score: 4, word: 'Strong', advice: '' }
  if (length >= 12 || (length >= 10 && kinds >= 3)) return { score: 3, word: 'Good', advice: '' }
  return { score: 2, word: 'Fair', advice: 'add a few more characters' }
}
