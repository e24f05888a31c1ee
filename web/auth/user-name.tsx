/** Shows a password manager whose password the form is about. It is the last field, because a dialog focuses the first. */
export const UserName = ({ email }: { email: string }) => (
  <input type="text" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
)
