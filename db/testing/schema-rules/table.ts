import { createRoleRules } from './grants.ts'
import { createLogTriggerRules } from './log-triggers.ts'
import { createExtraPolicyRules } from './policies.ts'
import { createRightRules } from './rights.ts'
import type { Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { createTableRules } from './table-rules.ts'
import { createTriggerRules } from './triggers.ts'

/** Every rule that PostgreSQL enforces for us, with its reason and its proofs. A new table has its rules in tables.ts. */
export const createRuleTable = (shops: Shops): Rule[] => [
  ...createTableRules(shops),
  ...createExtraPolicyRules(shops),
  ...createTriggerRules(shops),
  ...createRightRules(shops),
  ...createLogTriggerRules(shops),
  ...createRoleRules(),
]
