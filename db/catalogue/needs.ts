import { BACKUP_ROLE, ROLES } from '../roles.ts'
import type { CatalogueDifferences, CatalogueEntry } from './read-catalogue.ts'

/** `owner` is whom functions of the schema act as. */
const OF_REQUESTS = [...ROLES, 'owner', 'login', 'everybody']

/** By a policy for reading alone, a role of the operator reads all rows, as a reporting tool does. It gives our roles nothing. */
export const isAllowed = ({ kind, definition }: CatalogueEntry) =>
  kind === 'policy' &&
  definition.startsWith('permissive for select ') &&
  readPolicyRoles(definition).every((role) => !OF_REQUESTS.includes(role) && role !== BACKUP_ROLE)

/**
 * Whether requests depend on a difference: on a table, column, function, trigger, key or right that is missing, a unique index by which a
 * repeated request is known, and a policy that opens or closes rows. The rest is reported while the server serves: an index that only
 * makes reads fast, a right too much, what only backups or the next migration need, a policy of a role that is not ours.
 */
export function isNeeded({ kind, object, definition }: CatalogueEntry, difference: 'missing' | 'unexpected') {
  switch (kind) {
    case 'index':
      return definition.startsWith('CREATE UNIQUE ')
    case 'default privilege':
      return false
    case 'grant':
      return difference === 'missing' && !definition.endsWith(` to ${BACKUP_ROLE}`)
    case 'membership':
      // A policy of the other role would apply to a role of ours.
      return difference === 'missing' || object !== 'login'
    case 'policy':
      return readPolicyRoles(definition).some((role) => OF_REQUESTS.includes(role))
    default:
      return true
  }
}

/** Differences that requests depend on, and the others. */
export function splitByNeed({ missing, unexpected }: CatalogueDifferences) {
  const select = (isWanted: boolean): CatalogueDifferences => ({
    missing: missing.filter((entry) => isNeeded(entry, 'missing') === isWanted),
    unexpected: unexpected.filter((entry) => isNeeded(entry, 'unexpected') === isWanted),
  })
  return { needed: select(true), tolerated: select(false) }
}

/** 'permissive for all to winkel_auth, winkel_tenant using …' */
const readPolicyRoles = (definition: string) => (/ to (.*?)(?: using | with check |$)/.exec(definition)?.[1] ?? '').split(', ')
