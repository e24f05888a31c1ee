import { TextInput, type TextInputProps } from '@mantine/core'

/** The e-mail somebody signs in with. */
export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="username" size="lg" {...props} />
)
