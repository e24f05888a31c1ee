import type { SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import '@mantine/core/styles/Combobox.layer.css'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import classes from './filter-select.module.css'

/** The look and the keys of a select in a bar of filters. Its text is in `leftSection`, over the input. */
export const SELECT_PROPS = {
  classNames: {
    root: classes.filter,
    wrapper: classes.field,
    input: classes.input,
    section: classes.section,
    option: classes.option,
  },
  rightSection: <IconChevronDown size={16} stroke={2} aria-hidden />,
  allowDeselect: false,
  openOnFocus: false, // Tab moves on, and the list does not cover the page
  onKeyDown: skipOptions,
  comboboxProps: { withinPortal: false, position: 'bottom-start', width: 'max-content', shadow: 'md' },
} satisfies SelectProps
