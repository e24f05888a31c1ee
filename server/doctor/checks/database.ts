import { describeDifferences, formatEntry } from '../../../db/catalogue/describe-differences.ts'
import { splitByNeed } from '../../../db/catalogue/needs.ts'
import type { CatalogueDifferences } from '../../../db/catalogue/read-catalogue.ts'
import { findCatalogueDifferences } from '../../../db/catalogue/record-catalogue.ts'
import { createRepair, type Group, groupByTable, readStatements } from '../../../db/catalogue/repair-statements.ts'
import { type Check, type DoctorContext, ok, problem, warning } from '../check.ts'

/**
 * Roles, rights, policies, keys, triggers and functions: the same that decides whether a server is ready. Warnings are what else differs.
 * One line for each table.
 */
export const database: Check = {
  name: 'roles, rights and rules',
  async run(context) {
    const differences = await findCatalogueDifferences(context.client, context.login)
    const { needed, tolerated } = splitByNeed(differences)
    // A statement cannot give rights to a role that is missing, and without the list nothing is known.
    const isRepairable = !differences.missing.some(({ kind }) => kind === 'role' || kind === 'list')
    const outcomes = [
      ...(await describe(needed, problem, isRepairable, context)),
      ...(await describe(tolerated, warning, isRepairable, context)),
    ]
    return outcomes.length > 0 ? outcomes : ok('Every role, right, policy, key, trigger, function and index is there.')
  },
}

async function describe(
  differences: CatalogueDifferences,
  createOutcome: typeof problem,
  isRepairable: boolean,
  { client, login }: DoctorContext,
) {
  const found = describeDifferences(differences)
  if (!found) return []
  const groups = groupByTable(differences)
  const statements = isRepairable ? await readStatements(client) : {}
  const findRemedy = (group: Group) => {
    const repair = isRepairable ? createRepair(group, statements, login) : undefined
    return repair === undefined ? describeByHand(group, found.remedy) : `Run as the owner: ${repair}`
  }
  const [only] = groups
  if (groups.length === 1 && only) return [createOutcome(found.sentence, findRemedy(only))]
  return [
    createOutcome(found.sentence, found.remedy),
    ...groups.map((group) => createOutcome(`${group.name}: ${describeGroup(group)}.`, findRemedy(group))),
  ]
}

/** An index that was missing before the upgrade to the first version that records the statements of indexes. */
function describeByHand({ missing, unexpected }: Group, remedy: string) {
  if (unexpected.length > 0 || missing.some(({ kind }) => kind !== 'index')) return remedy
  return `Search db/migrations for ${missing.map(({ name }) => name).join(' and for ')}, and run its \`create index\` as the owner.`
}

const describeGroup = ({ missing, unexpected }: Group) =>
  [
    missing.length > 0 && `missing or different: ${missing.map(formatEntry).join(', ')}`,
    unexpected.length > 0 && `too much: ${unexpected.map(formatEntry).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
