import { useSession } from './session.ts'

/** Shows a password manager whose password the form is about. It is the last field, because a dialog focuses the first. */
export function UserName() {
  const email = useSession()?.user.email
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} hidden readOnly />
}
