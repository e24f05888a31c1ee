import { useQuery } from '@tanstack/react-query'
import { api } from '../lib/api/api.ts'
import { FilterSelect } from '../ui/filters/filter-select.tsx'

type Props = {
  label: string
  siteid: number | undefined
  onChange: (siteid: number | undefined) => void
  isAlwaysShown?: boolean
}

/** Narrows a list to one site. Nothing with fewer than two, unless one is chosen or `isAlwaysShown`. */
export function SiteSelect({ label, siteid, onChange, isAlwaysShown = false }: Props) {
  const { data: sites } = useQuery(api.sites.options.queryOptions())
  const options = (sites ?? []).map((site) => ({ value: site.siteid, label: site.sitename }))
  // The URL may have a site that no longer exists.
  if (siteid !== undefined && !sites?.some((site) => site.siteid === siteid))
    options.push({ value: siteid, label: sites ? 'Deleted site' : '…' })
  if (!isAlwaysShown && options.length < 2 && siteid === undefined) return null
  return (
    <FilterSelect
      label={label}
      all="All sites"
      value={siteid ?? ''}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
      options={options}
    />
  )
}
