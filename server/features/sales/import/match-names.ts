import type { FindSite } from './parse-row.ts'
import type { Names } from './queries.ts'

/** What the person chose for names that the business does not have. */
type Chosen = Readonly<Record<string, number>> | undefined

const normalise = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** Counts the sales of names that nothing is called. */
export class UnknownNames {
  readonly #counts = new Map<string, number>()

  add(name: string) {
    if (this.#counts.has(name) || this.#counts.size < MAX_NAMES) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  list() {
    return [...this.#counts].map(([name, sales]) => ({ name, sales })).sort((a, b) => b.sales - a.sales)
  }
}

const MAX_NAMES = 50

/** Sites by name. An empty name is the chosen site; every name is, in a business with one site. */
export function createSiteMatcher({ sites }: Names, chosenSite: number, chosen: Chosen) {
  const byName = Map.groupBy(sites, ({ sitename }) => normalise(sitename))
  const ids = new Set(sites.map(({ siteid }) => siteid))
  const find: FindSite = (name) => {
    if (name === '' || sites.length === 1) return { siteid: chosenSite }
    const picked = chosen?.[name]
    if (picked !== undefined && ids.has(picked)) return { siteid: picked }
    const [site, other] = byName.get(normalise(name)) ?? []
    if (other) return { problem: `Several sites are called ${name}.` }
    return site ? { siteid: site.siteid } : { problem: `There is no site called ${name}.`, unknown: name }
  }
  return find
}

/** Employees by their name, in either order, or by a first name that only one of them has. */
export function createEmployeeMatcher({ employees }: Names, chosen: Chosen) {
  const byName = new Map<string, Set<number>>()
  const add = (name: string, employeeid: number) => {
    const key = normalise(name)
    byName.set(key, (byName.get(key) ?? new Set()).add(employeeid))
  }
  for (const { employeeid, firstname, lastname } of employees) {
    for (const name of [`${firstname} ${lastname}`, `${lastname} ${firstname}`, `${lastname}, ${firstname}`, firstname])
      add(name, employeeid)
  }
  const ids = new Set(employees.map(({ employeeid }) => employeeid))
  return (name: string) => {
    const picked = chosen?.[name]
    if (picked !== undefined && ids.has(picked)) return picked
    const found = byName.get(normalise(name))
    return found?.size === 1 ? [...found][0] : undefined
  }
}
