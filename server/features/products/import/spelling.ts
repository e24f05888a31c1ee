/**
 * Spells a category or supplier as the business does: 'bakery' is no second category beside 'Bakery'. A spelling that the business has is kept. A
 * name that is new has the spelling that it has first in the file.
 */
export function createSpelling(known: string[]) {
  const exact = new Set(known)
  const byCase = new Map<string, string>()
  const add = (name: string) => {
    const key = name.toLowerCase()
    const spelling = byCase.get(key) ?? name
    byCase.set(key, spelling)
    return spelling
  }
  known.forEach(add)
  return (name: string) => (name === '' || exact.has(name) ? name : add(name))
}
