/** The first and last name of 'Lerato Mokoena' and 'Mokoena, Lerato'. The last word is the last name; '' where there is one word. */
export function splitName(fullname: string) {
  const [last = '', first] = fullname.split(',').map((part) => part.trim())
  if (first) return { firstname: first, lastname: last }
  const words = fullname.trim().split(/\s+/)
  return { firstname: words.slice(0, -1).join(' ') || fullname, lastname: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
