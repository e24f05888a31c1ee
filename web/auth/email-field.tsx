import { TextInput, type TextInputProps } from '@mantine/core'

export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email" type="email" autoComplete="username" size="lg" {...props} />
)
