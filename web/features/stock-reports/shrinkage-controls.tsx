import { useQuery } from '@tanstack/react-query'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { formatChoice, type RangeChoice } from '../../lib/format/ranges.ts'
import { FilterSheet } from '../../ui/filters/filter-sheet.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'

type Props = {
  choice: RangeChoice
  /** The calendar date of the business. */
  today: string
  onChoose: (choice: RangeChoice) => void
  siteid: number | undefined
  onSite: (siteid: number | undefined) => void
}

/** The range, and with several sites the site; on a phone a button that opens them. */
export function ShrinkageControls({ choice, today, onChoose, siteid, onSite }: Props) {
  const isPhone = useIsPhone()
  const { data: sites } = useQuery(api.sites.options.queryOptions())
  const controls = (
    <>
      <RangePicker choice={choice} today={today} onChoose={onChoose} />
      <SiteSelect label="Site" siteid={siteid} onChange={onSite} />
    </>
  )
  if (!isPhone) return <div className="row wrap gap-8">{controls}</div>
  const site = siteid === undefined ? 'All sites' : (sites?.find((known) => known.siteid === siteid)?.sitename ?? '1 site')
  return <FilterSheet names={[formatChoice(choice, today.slice(0, 4)), site]}>{controls}</FilterSheet>
}
