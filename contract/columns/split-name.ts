/** Words that belong to the last name behind them. */
const PARTICLE =
  /^(?:van|von|vd|v\/d|v\.d\.?|der|den|de|del|della|di|da|dos|du|le|la|las|los|ten|ter|te|bin|binti|ibn|el|al|'t)$/i
const SUFFIX = /^(?:jr|jnr|sr|snr|junior|senior|i{2,3}|iv)\.?$/i
/** 'Janse van Rensburg' is one last name. */
const BEFORE_VAN = /^jansen?$/i

/**
 * The first and last name of 'Lerato Mokoena', 'Pieter van der Merwe', 'Mokoena, Lerato' and 'Merwe, Pieter van der'. The last name is
 * the last word with its particles and suffixes; '' where there is one word.
 */
export function splitName(fullname: string) {
  const [first = '', ...parts] = fullname.split(',').map((part) => part.trim().replace(/\s+/g, ' '))
  const given = parts.filter((part) => part && !SUFFIX.test(part)).join(' ')
  const suffixes = parts.filter((part) => SUFFIX.test(part))
  if (!given) return splitWords([first, ...suffixes].join(' ').split(' ').filter(Boolean))
  const words = given.split(' ')
  const from = words.findLastIndex((word) => !PARTICLE.test(word)) + 1
  // A first name may be a particle by itself.
  const particles = from === 0 ? [] : words.splice(from)
  return { firstname: words.join(' '), lastname: [...particles, first, ...suffixes].filter(Boolean).join(' ') }
}

function splitWords(words: string[]) {
  const isBefore = (from: number) =>
    from > 1 &&
    (PARTICLE.test(words[from - 1] ?? '') || (/^van$/i.test(words[from] ?? '') && BEFORE_VAN.test(words[from - 1] ?? '')))
  let from = words.length - 1
  while (from > 1 && SUFFIX.test(words[from] ?? '')) from--
  while (isBefore(from)) from--
  return words.length < 2
    ? { firstname: words.join(' '), lastname: '' }
    : { firstname: words.slice(0, from).join(' '), lastname: words.slice(from).join(' ') }
}
