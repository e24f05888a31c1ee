import { describeDifferences, formatEntry } from '../../../db/catalogue/describe-differences.ts'
import { findCatalogueDifferences } from '../../../db/catalogue/record-catalogue.ts'
import { createRepair, type Group, groupByTable, readPolicyStatements } from '../../../db/catalogue/repair-statements.ts'
import { type Check, ok, problem } from '../check.ts'

/** Roles, rights, policies, keys, triggers and functions: the same that decides whether a server is ready. One line for each table. */
export const database: Check = {
  name: 'roles, rights and rules',
  async run({ client, login }) {
    const differences = await findCatalogueDifferences(client, login)
    const found = describeDifferences(differences)
    if (!found) return ok('Every role, right, policy, key, trigger and function is there.')
    const groups = groupByTable(differences)
    // A statement cannot give rights to a role that is missing, and without the list nothing is known.
    const isRepairable = !differences.missing.some(({ kind }) => kind === 'role' || kind === 'list')
    const policies = isRepairable ? await readPolicyStatements(client) : {}
    const findRemedy = (group: Group) => {
      const statements = isRepairable ? createRepair(group, policies, login) : undefined
      return statements === undefined ? found.remedy : `Run as the owner: ${statements}`
    }
    const [only] = groups
    if (groups.length === 1 && only) return problem(found.sentence, findRemedy(only))
    return [
      problem(found.sentence, found.remedy),
      ...groups.map((group) => problem(`${group.name}: ${describeGroup(group)}.`, findRemedy(group))),
    ]
  },
}

const describeGroup = ({ missing, unexpected }: Group) =>
  [
    missing.length > 0 && `missing or different: ${missing.map(formatEntry).join(', ')}`,
    unexpected.length > 0 && `too much: ${unexpected.map(formatEntry).join(', ')}`,
  ]
    .filter(Boolean)
    .join('; ')
