import type { ComponentProps } from 'react'
import { PasswordField } from '../ui/form/password-field.tsx'
import { UserName } from './user-name.tsx'

/** The last field of a form that the password of the person confirms. */
export const CurrentPassword = (props: ComponentProps<typeof PasswordField>) => (
  <>
    <PasswordField size="md" label="Current password" autoComplete="current-password" {...props} />
    <UserName />
  </>
)
