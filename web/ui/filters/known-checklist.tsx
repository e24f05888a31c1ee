import { useState } from 'react'
import { SEARCHABLE_FROM } from '../form/searchable-from.ts'
import { type Props as ChecklistProps, FilterChecklist } from './filter-checklist.tsx'

type Props<Id> = Omit<ChecklistProps<Id>, 'chosen' | 'search'> & { chosen: Id[]; getName: (id: Id) => string }

/** A filter whose options are all known: typing leaves those with this text. */
export function KnownChecklist<Id extends string | number>({ chosen, getName, options, ...props }: Props<Id>) {
  const [typed, setTyped] = useState('')
  const sought = typed.trim().toLowerCase()
  return (
    <FilterChecklist
      {...props}
      chosen={chosen.map((id) => ({ id, name: getName(id) }))}
      options={options.filter(({ name }) => name.toLowerCase().includes(sought))}
      search={options.length >= SEARCHABLE_FROM ? { typed, onType: setTyped } : undefined}
    />
  )
}
