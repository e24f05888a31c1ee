import { describeDifferences, formatEntry } from '../../../db/catalogue/describe-differences.ts'
import { findCatalogueDifferences } from '../../../db/catalogue/record-catalogue.ts'
import { type Check, ok, problem } from '../check.ts'

const SHOWN = 20

/** Roles, rights, policies, keys, triggers and functions: the same that decides whether a server is ready. */
export const database: Check = {
  name: 'roles, rights and rules',
  async run({ client, login }) {
    const differences = await findCatalogueDifferences(client, login)
    const found = describeDifferences(differences)
    if (!found) return ok('Every role, right, policy, key, trigger and function is there.')
    const { missing, unexpected } = differences
    const lines = [
      ...missing.map((entry) => `Missing or different: ${formatEntry(entry)}.`),
      ...unexpected.map((entry) => `Too much: ${formatEntry(entry)}.`),
    ]
    const rest = lines.length - SHOWN
    const details = lines.slice(0, SHOWN).map((line) => problem(line, found.remedy))
    return [
      problem(found.sentence, found.remedy),
      ...(lines.length > 1 ? details : []),
      ...(rest > 0 ? [problem(`${rest} more.`, found.remedy)] : []),
    ]
  },
}
