import type { DateRange } from '../../../contract/shared/fields.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import classes from './print-head.module.css'
import { type ChosenFilter, FILTER_LABELS } from './use-filter-names.ts'

type Props = { business: string | undefined; title: string; dates: DateRange; chosen: ChosenFilter[]; q: string }

/** What the paper says about the report, in place of the controls. */
export const PrintHead = ({ business, title, dates: { from, to }, chosen, q }: Props) => (
  <div className={classes.head} data-print-head>
    <p className={classes.business}>{business}</p>
    <p className={classes.title}>{title}</p>
    <p>{from === to ? formatLongDay(from) : `${formatLongDay(from)} – ${formatLongDay(to)}`}</p>
    {chosen.length > 0 && <p>{chosen.map(({ filter, name }) => `${FILTER_LABELS[filter]}: ${name}`).join(' · ')}</p>}
    {q && <p>Names with “{q}”</p>}
  </div>
)
