import { formatCommand } from '../format-command.ts'
import type { CatalogueDifferences, CatalogueEntry, CatalogueKind } from './read-catalogue.ts'

/** What `npm run migrate` creates again at any time; a migration creates everything else once. */
const CREATED_BY_MIGRATE: CatalogueKind[] = ['role', 'membership', 'list']

/** What is wrong in one sentence, and what to do; undefined when nothing is. */
export function describeDifferences(differences: CatalogueDifferences) {
  const { missing, unexpected } = differences
  const [first] = [...missing, ...unexpected]
  if (!first) return undefined
  const parts = [
    missing.length > 0 && `lacks ${countKinds(missing)}`,
    unexpected.length > 0 && `has ${countKinds(unexpected)} that it should not have`,
  ].filter(Boolean)
  const example = missing.length + unexpected.length > 1 ? `the first is ${formatEntry(first)}` : formatEntry(first)
  return { sentence: `The database ${parts.join(' and ')} (${example}).`, remedy: chooseRemedy(differences) }
}

/** What the doctor prints statements for, while the roles are there. */
const CREATED_BY_STATEMENT: CatalogueKind[] = ['policy', 'grant', 'index']
const isCreatedByStatement = ({ kind, definition }: CatalogueEntry) =>
  CREATED_BY_STATEMENT.includes(kind) || (kind === 'table' && definition.endsWith('row security, forced'))

function chooseRemedy({ missing, unexpected }: CatalogueDifferences) {
  if (missing.length > 0 && missing.every(({ kind }) => CREATED_BY_MIGRATE.includes(kind)))
    return `Run \`${formatCommand('migrate')}\` with DATABASE_OWNER_URL set: it creates what is missing.`
  if ([...missing, ...unexpected].every(isCreatedByStatement))
    return `Run \`${formatCommand('doctor')}\`: it prints the SQL that undoes this.`
  if (missing.some(({ kind }) => CREATED_BY_MIGRATE.includes(kind)) || missing.length > 1)
    return 'Restore the database again with its roles, as docs/operating.md describes.'
  if (missing.every(({ kind }) => kind === 'default privilege') && unexpected.every(({ kind }) => kind === 'membership'))
    return 'Undo the change.'
  return 'Undo the change, or restore a backup. docs/operating.md describes both.'
}

/** '18 policies, 2 grants' */
function countKinds(entries: CatalogueEntry[]) {
  const counts = new Map<CatalogueKind, number>()
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return [...counts].map(([kind, count]) => `${count} ${count === 1 ? kind : toPlural(kind)}`).join(', ')
}

const PLURALS: Partial<Record<CatalogueKind, string>> = { policy: 'policies', index: 'indexes' }
const toPlural = (kind: CatalogueKind) => PLURALS[kind] ?? `${kind}s`

/** 'policy sales__till of public.sales' */
export const formatEntry = ({ kind, object, name, definition }: CatalogueEntry) => {
  if (kind === 'grant') return `grant of ${definition.replace(' to ', ` on ${name ? `${object}.${name}` : object} to `)}`
  if (kind === 'function') return `${kind} ${object}`
  if (kind === 'list') return 'list of what belongs to its version'
  if (kind === 'table' || kind === 'view' || kind === 'role') return `${kind} ${object} (${definition})`
  return `${kind} ${name} of ${object}`
}
