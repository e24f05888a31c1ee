import { normaliseTitle } from '../../contract/columns/match-columns.ts'
import { foldName } from './fold-name.ts'

type Site = { siteid: number; sitename: string }
type Options = {
  sites: Site[]
  /** By the names of files, as a person chose them. */
  chosen?: Record<string, number>
  /** The only name that the file has. In a business with one site it can mean no other. */
  onlyName?: string | undefined
}

/** `isChosen`: the site has another name. */
export type FoundSite = { siteid: number; isChosen: boolean } | { reason: string }

/** Names of a file whose sites are kept. */
const MAX_KEPT = 1_000

const toWords = (name: string) => normaliseTitle(name) || name

/** Finds sites by the names that a file has for them: by name, as it is spelled, by its words ('Main_Street' in a title), or as a person chose. */
export function createSiteFinder({ sites, chosen = {}, onlyName }: Options): (name: string) => FoundSite {
  const maps = [(name: string) => name.trim().toLowerCase(), foldName, toWords].map((toKey) => ({
    toKey,
    sites: Map.groupBy(sites, ({ sitename }) => toKey(sitename)),
  }))
  const ids = new Set(sites.map(({ siteid }) => siteid))
  const find = (name: string): FoundSite => {
    const [site, other] = maps.map(({ toKey, sites }) => sites.get(toKey(name)) ?? []).find(({ length }) => length > 0) ?? []
    if (site && !other) return { siteid: site.siteid, isChosen: false }
    const only = sites.length === 1 && name === onlyName ? sites[0]?.siteid : undefined
    const picked = Object.hasOwn(chosen, name) ? chosen[name] : only
    if (picked !== undefined && ids.has(picked)) return { siteid: picked, isChosen: true }
    return { reason: other ? `Several sites are called ${name}.` : `There is no site called ${name}.` }
  }
  const found = new Map<string, FoundSite>()
  return (name) => {
    const known = found.get(name) ?? find(name)
    if (found.size < MAX_KEPT) found.set(name, known)
    return known
  }
}
