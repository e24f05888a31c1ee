/** As what each scope of a person with a right acts. A name with it has at most 63 characters, which PostgreSQL allows. */
const roles = new WeakMap<object, string>()

export const rememberRole = (scope: object, role: string) => void roles.set(scope, role)

/**
 * The name of a prepared statement in a scope. PostgreSQL plans a statement again when another role executes it, so each right has
 * statements of its own.
 */
export function nameStatement(scope: object, name: string) {
  const role = roles.get(scope)
  return role ? `${name} ${role}` : name
}
