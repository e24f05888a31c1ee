import { Box, Button, Loader, TextInput } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { decapitalise } from '../../lib/format/capitalise.ts'
import { LoadFailure } from '../feedback/load-failure.tsx'
import classes from './filters.module.css'

export type Option<Id> = { id: Id; name: string }

export type Props<Id> = {
  label: string
  /** Empty for all. */
  chosen: Option<Id>[]
  /** Those found for what is typed. */
  options: Option<Id>[]
  onChange: (chosen: Id[]) => void
  max: number
  /** Undefined if the options need no request. */
  query?: UseQueryResult<unknown, Error>
  search?: { typed: string; onType: (typed: string) => void } | undefined
  hint?: string | undefined
}

/** The options that were chosen when it opened come first. No option moves while it is open: the focus would be lost. */
export function FilterChecklistPanel<Id extends string | number>(props: Props<Id>) {
  const { label, chosen, options, onChange, max, query, search, hint } = props
  const ids = chosen.map(({ id }) => id)
  const isFull = chosen.length >= max
  const [first] = useState(chosen)
  const rows = [...new Map([...first, ...options, ...chosen].map(({ id, name }) => [id, name]))]
  const toggle = (id: Id) => onChange(ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id])
  const row = ({ id, name }: Option<Id>, checked: boolean) => (
    <label key={id} className={`row gap-10 small break ${classes.option}`}>
      <input type="checkbox" checked={checked} disabled={!checked && isFull} onChange={() => toggle(id)} />
      <span>{name}</span>
    </label>
  )
  return (
    <>
      {search && (
        <TextInput
          type="search"
          aria-label={`Search ${decapitalise(label)}`}
          placeholder="Search by name…"
          value={search.typed}
          onChange={(event) => search.onType(event.currentTarget.value)}
          data-autofocus
        />
      )}
      {/* Not a fieldset, which cannot scroll in every browser. */}
      <Box role="group" aria-label={label} mah={320} style={{ overflowY: 'auto' }}>
        {rows.map(([id, name]) => row({ id, name }, ids.includes(id)))}
        {query?.isPending && <Loader size="sm" m={8} aria-label="Loading" />}
        {query?.isError && <LoadFailure query={query} failure="Failed to load the list" />}
        {!query?.isPending && !query?.isError && rows.length === 0 && <Hint>Nothing found.</Hint>}
        {(isFull || hint) && <Hint>{isFull ? `At most ${max} can be chosen.` : hint}</Hint>}
      </Box>
      {/* Never disabled: it gets the focus while the list is empty. */}
      <Button variant="subtle" size="xs" onClick={() => chosen.length > 0 && onChange([])}>
        Show all
      </Button>
    </>
  )
}

const Hint = ({ children }: { children: string | undefined }) => (
  <Box component="p" className="grey small" p="6px 8px">
    {children}
  </Box>
)
