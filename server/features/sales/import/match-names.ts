import { createHash } from 'node:crypto'
import { EMPLOYEE_CODE_MAX, toCodeIdentity } from '../../../../contract/employees.ts'
import { foldName } from '../../../shared/fold-name.ts'
import { createSiteFinder } from '../../../shared/import-sites.ts'
import type { SoldSale } from '../../../shared/store-sales/sold-sale.ts'
import type { FindSite } from './parse-row.ts'
import type { Names } from './queries.ts'

/** What the person chose for names that the business does not have. */
type Chosen = Readonly<Record<string, number>> | undefined

/** A name in a place, which is short. */
export const hashName = (name: string) => createHash('sha256').update(normalise(name)).digest('hex').slice(0, 12)

const normalise = (name: string) => name.trim().toLowerCase().replace(/\s+/g, ' ')

/** Counts the sales of names that no site or no employee has. */
export class UnknownNames {
  readonly #counts = new Map<string, number>()

  /** Whether the name is one of those that are listed. */
  add(name: string) {
    const isListed = this.#counts.has(name) || this.#counts.size < MAX_NAMES
    if (isListed) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    return isListed
  }

  list() {
    return [...this.#counts].map(([name, sales]) => ({ name, sales })).sort((a, b) => b.sales - a.sales)
  }
}

const MAX_NAMES = 50

type SiteOptions = {
  sites: Names['sites']
  /** Of rows without a name. */
  chosenSite: number
  /** By the names of the file. */
  chosen: Chosen
  /** The only name that the file has. In a business with one site it can mean no other. */
  onlyName: string | undefined
}

/** Sites by name. A name that no site has is asked for. */
export function createSiteMatcher({ chosenSite, ...options }: SiteOptions): FindSite {
  const find = createSiteFinder(options)
  return (name) => {
    if (name === '') return { siteid: chosenSite, place: String(chosenSite) }
    const found = find(name)
    if ('reason' in found) return { problem: found.reason, unknown: name }
    const { siteid, isChosen } = found
    // Two branches may become one site, and each counts its receipts by itself.
    return isChosen ? { siteid, place: hashName(name), branch: name } : { siteid, place: String(siteid) }
  }
}

/**
 * Employees by their name, in either order, by a first name that only one of them has, by their code, or by how tills and files named a
 * seller that a person gave to them.
 */
export function createEmployeeMatcher({ employees, given_sellers }: Names, chosen: Chosen) {
  const byName = new Map<string, Set<number>>()
  const byFolded = new Map<string, Set<number>>()
  const add = (name: string, employeeid: number) => {
    for (const [map, key] of [[byName, normalise(name)] as const, [byFolded, foldName(name)] as const])
      map.set(key, (map.get(key) ?? new Set()).add(employeeid))
  }
  for (const { employeeid, firstname, lastname } of employees) {
    for (const name of [`${firstname} ${lastname}`, `${lastname} ${firstname}`, `${lastname}, ${firstname}`, firstname])
      add(name, employeeid)
  }
  const bySeller = new Map(given_sellers.map(({ code, name, employeeid }) => [toCodeIdentity(code || name), employeeid]))
  for (const { employee_code, employeeid } of employees)
    if (employee_code) bySeller.set(toCodeIdentity(employee_code), employeeid)
  const ids = new Set(employees.map(({ employeeid }) => employeeid))
  const findByName = (name: string) => {
    const found = byName.get(normalise(name)) ?? byFolded.get(foldName(name))
    return found?.size === 1 ? [...found][0] : bySeller.get(toCodeIdentity(name))
  }
  const find = (name: string) => {
    const picked = chosen?.[name]
    return picked !== undefined && ids.has(picked) ? picked : findByName(name)
  }
  return Object.assign(find, { isByName: (name: string) => findByName(name) !== undefined })
}

/** The seller of a sale whose cell belongs to nobody: a code has a digit and no blank, such as '12' or 'K1'. */
export const toSeller = (cell: string): Pick<SoldSale, 'employee_code' | 'employee_name'> =>
  /^\S*\d\S*$/.test(cell) && cell.length <= EMPLOYEE_CODE_MAX ? { employee_code: cell } : { employee_name: cell }
