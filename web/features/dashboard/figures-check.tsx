import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { formatDateIn, formatShortDay, formatTimeIn } from '../../lib/format/dates.ts'
import classes from './figures-check.module.css'

type Props = { timezone: string; today: string }

/** When the server last compared the figures with the sales, and whether they differed. Nothing before the first time. */
export function FiguresCheck({ timezone, today }: Props) {
  const { data } = useQuery(api.dashboard.figuresCheck.queryOptions())
  if (!data?.checked_at) return null
  const day = formatDateIn(timezone, data.checked_at)
  const time = `${day === today ? '' : `on ${formatShortDay(day)} `}at ${formatTimeIn(timezone, data.checked_at)}`
  return (
    <p className={classes.check} data-differs={data.differences > 0 || undefined}>
      Figures were checked {time}
      {data.differences > 0 && '. Some differ from the sales. Ask the person who runs Winkel for you to repair them.'}
    </p>
  )
}
