import { type Primitive, Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import '@mantine/core/styles/Combobox.layer.css'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import { SEARCHABLE_FROM } from './searchable-from.ts'

export const SelectField = <Value extends Primitive>(props: SelectProps<Value>) => (
  <Select
    size="md"
    rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden />}
    allowDeselect={false}
    openOnFocus={false}
    onKeyDown={skipOptions}
    searchable={(props.data?.length ?? 0) >= SEARCHABLE_FROM}
    nothingFoundMessage="Nothing found."
    {...props}
  />
)
