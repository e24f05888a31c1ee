const WITHOUT_COSTS = 'without costs'

/** As what each scope of a person with a right acts. A name with it has at most 63 characters, which PostgreSQL allows. */
const roles = new WeakMap<object, string>()

export const rememberRole = (scope: object, { right, sees_costs }: { right: string; sees_costs: boolean }) =>
  void roles.set(scope, sees_costs ? `as ${right}` : WITHOUT_COSTS)

/**
 * The name of a prepared statement in a scope. PostgreSQL plans a statement again when another role executes it, so each right has
 * statements of its own.
 */
export function nameStatement(scope: object, name: string) {
  const role = roles.get(scope)
  return role ? `${name} ${role}` : name
}

/** Whether the person sees purchase prices, and so may write them. */
export const seesCosts = (scope: object) => roles.get(scope) !== WITHOUT_COSTS
