import { normaliseTitle } from '../../../../contract/columns/match-columns.ts'
import type { ProductRow } from './read-file.ts'

type Site = { siteid: number; sitename: string }
type Options = {
  sites: Site[]
  /** Of the rows without a site. */
  chosenSite: number
  /** By the names of files, as a person chose them. */
  chosen: Record<string, number>
  /** The only store of a file. In a business with one site it can be no other. */
  onlyStore: string | undefined
}

/** `unknown` is a name that no site has. */
export type FoundSite = { unknown?: string } & ({ siteid: number } | { reason: string })

const toKey = (name: string) => normaliseTitle(name) || name

/** The site of a row, or why there is none. 'Main_Street' in a title is Main Street. */
export function createSiteFinder({ sites, chosenSite, chosen, onlyStore }: Options) {
  const byName = Map.groupBy(sites, ({ sitename }) => sitename.toLowerCase())
  const byKey = Map.groupBy(sites, ({ sitename }) => toKey(sitename))
  const ids = new Set(sites.map(({ siteid }) => siteid))
  return ({ cells, store }: ProductRow): FoundSite => {
    const name = store ?? cells.site ?? ''
    if (name === '') return { siteid: chosenSite }
    const found = byName.get(name.toLowerCase()) ?? byKey.get(toKey(name)) ?? []
    const [site] = found
    if (site && found.length === 1) return { siteid: site.siteid }
    const picked = Object.hasOwn(chosen, name) ? chosen[name] : undefined
    if (picked !== undefined && ids.has(picked)) return { siteid: picked, unknown: name }
    if (store !== undefined && store === onlyStore && sites.length === 1) return { siteid: chosenSite }
    return { reason: site ? `Several sites are called ${name}.` : `There is no site called ${name}.`, unknown: name }
  }
}
