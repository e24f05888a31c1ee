import type { SiteOption } from '../../contract/sites.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { AddSites } from './add-sites.tsx'

type Props = {
  /** Names of a file that no site has, how many rows have each ('10 rows'), and what was chosen for an earlier file. */
  unknown: { name: string; count: string; siteid: number | null }[]
  /** Of the column with the names. */
  title: string
  sites: SiteOption[]
  chosen: Record<string, number>
  isReading: boolean
  /** Without a choice after sites were added. */
  onChoose: (chosen: Record<string, number>) => void
}

/** The site of each name of a file that no site has: chosen now, chosen for an earlier file, or asked for. */
export function SiteChoices({ unknown, title, sites, chosen, isReading, onChoose }: Props) {
  const isKnown = (name: string) => sites.some(({ sitename }) => sitename.toLowerCase() === name.toLowerCase())
  const undecided = unknown.filter(({ siteid }) => siteid === null).map(({ name }) => name)
  const added = undecided.filter((name) => !isKnown(name))
  return (
    <>
      {undecided.length > 0 && (
        <div className="stack gap-8 full-row">
          <p className="grey small">
            You have no {undecided.length === 1 ? 'site of this name' : 'sites of these names'}. Choose one of your sites for each
            {added.length > 0 && ', or add them as new sites'}. Your choice is kept for the next file.
          </p>
          {added.length > 0 && <AddSites names={added} disabled={isReading} onAdded={() => onChoose({})} />}
        </div>
      )}
      {unknown.map(({ name, count, siteid }) => (
        <SelectField
          key={name}
          label={`${title} “${name}” (${count})`}
          placeholder="Select a site"
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={chosen[name] ?? siteid}
          onChange={(site) => site !== null && onChoose({ [name]: site })}
        />
      ))}
    </>
  )
}
