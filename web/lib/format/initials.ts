/** Shown for a name without letters. */
const UNKNOWN = '?'

const getFirstLetter = (word = '') => word.match(/\p{L}/u)?.[0]?.toLocaleUpperCase('en-ZA') ?? ''

const getInitials = (words: string[]) => {
  const named = words.filter(getFirstLetter)
  const last = named.length > 1 ? named.at(-1) : undefined
  return getFirstLetter(named[0]) + getFirstLetter(last) || UNKNOWN
}

/** Up to two letters of the part before the at-sign: 'ND' of 'naledi.dlamini@…', '?' where there is no letter. */
export const getEmailInitials = (email: string) => getInitials((email.split('@')[0] ?? '').split(/[^\p{L}\p{M}]+/u))

/** The first and the last word of a name: 'JM' of 'Johan van der Merwe'. */
export const getNameInitials = (name: string) => getInitials(name.trim().split(/\s+/))
