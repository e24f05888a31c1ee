const UNKNOWN = '?'

const firstLetter = (word = '') => word.match(/\p{L}/u)?.[0]?.toLocaleUpperCase('en-ZA') ?? ''

const ofWords = (words: string[]) => {
  const named = words.filter(firstLetter)
  const last = named.length > 1 ? named.at(-1) : undefined
  return firstLetter(named[0]) + firstLetter(last) || UNKNOWN
}

/** Up to two letters of the part before the at-sign: 'ND' of 'naledi.dlamini@…', '?' where there is no letter. */
export const emailInitials = (email: string) => ofWords((email.split('@')[0] ?? '').split(/[^\p{L}\p{M}]+/u))

/** The first and the last word of a name: 'JM' of 'Johan van der Merwe'. */
export const nameInitials = (name: string) => ofWords(name.trim().split(/\s+/))
