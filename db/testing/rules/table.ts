import { createCheckRules } from './checks.ts'
import { createGrantRules } from './grants.ts'
import { createCompositeKeyRules, createPrimaryKeyRules, createReferenceRules, createUniqueRules } from './keys.ts'
import { createPolicyRules } from './policies.ts'
import type { Rule } from './rule.ts'
import type { Shops } from './shops.ts'
import { createTriggerRules } from './triggers.ts'

/** Every rule that PostgreSQL enforces for us, with its reason and its proofs. */
export const createRuleTable = (shops: Shops): Rule[] => [
  ...createPolicyRules(shops),
  ...createCompositeKeyRules(shops),
  ...createReferenceRules(shops),
  ...createPrimaryKeyRules(),
  ...createUniqueRules(shops),
  ...createCheckRules(shops),
  ...createTriggerRules(shops),
  ...createGrantRules(),
]
