import { TextInput, type TextInputProps } from '@mantine/core'

/** A day as '2026-03-31', '' for none. */
export const DateField = (props: TextInputProps) => (
  <TextInput size="md" type="date" min="1900-01-01" max="2099-12-31" data-empty={props.value === '' || undefined} {...props} />
)
