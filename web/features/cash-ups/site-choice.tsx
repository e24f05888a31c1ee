import type { SiteOption } from '../../../contract/sites.ts'
import { SelectField } from '../../ui/form/select-field.tsx'

type Props = { siteid: number; sites: SiteOption[]; disabled?: boolean; onSite: (siteid: number) => void }

/** Nothing with fewer than two sites. */
export const SiteChoice = ({ siteid, sites, disabled = false, onSite }: Props) =>
  sites.length > 1 && (
    <SelectField
      wrapperProps={{ 'data-wide': true }}
      label="Site"
      data={sites.map((site) => ({ value: String(site.siteid), label: site.sitename }))}
      value={String(siteid)}
      disabled={disabled}
      onChange={(value) => value !== null && onSite(Number(value))}
    />
  )
