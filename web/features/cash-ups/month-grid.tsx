import { Box, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { CashUpMonth } from '../../../contract/cash-ups.ts'
import { addDays, addMonths, countDays, formatWeekday } from '../../lib/format/dates.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { monthQuery, type Search } from './cash-up-queries.ts'
import { describeDifference, describeLate } from './describe-difference.ts'
import classes from './month-grid.module.css'

type Site = CashUpMonth['sites'][number]
type Cell = Site['days'][number]

const WORDS = { ok: 'ok', short: 'short', over: 'over', open: 'open', none: '–' }
/** Other words than those of the list, which stands below. */
const LEGEND = {
  ok: 'as expected',
  short: 'cash short',
  over: 'cash over',
  open: 'to count',
  none: 'no till sales',
}
type State = keyof typeof WORDS
const setColours = (colour: string, background: string) =>
  ({ '--state': `var(--${colour})`, '--state-bg': `var(--${background})` }) as CSSProperties
const COLOURS: Partial<Record<State, CSSProperties>> = {
  ok: setColours('green', 'green-bg'),
  short: setColours('red', 'red-bg'),
  over: setColours('amber', 'amber-bg'),
  open: setColours('accent', 'tint-2'),
}
const MARK = { height: 20, minWidth: 12 }

function getState({ difference, sales, is_imported }: Cell): State {
  if (difference === null) return sales > 0 && !is_imported ? 'open' : 'none'
  return difference === 0 ? 'ok' : difference < 0 ? 'short' : 'over'
}

/** 'R 4,50 over', 'open, not cashed up'. */
function describeCell({ difference, sales, is_imported, late }: Cell) {
  if (is_imported) return 'imported sales, nothing to count'
  if (difference === null) return sales > 0 ? 'open, not cashed up' : 'no sales'
  const counted = difference === 0 ? 'ok, agrees' : describeDifference(difference)
  return late ? `${counted}, ${describeLate(late)}` : counted
}

type Props = {
  search: Search
  /** How many sites it will have: its space is kept while it loads. */
  rows: number
  onOpen: (opened: { siteid: number; day: string }) => void
}

/** Every site and day of a month: which are cashed up, and which differ. */
export function MonthGrid({ search, rows, onOpen }: Props) {
  const query = useQuery(monthQuery(search))
  const { data } = query
  const titleId = useId()
  if ((data?.sites.length ?? rows) === 0) return null
  return (
    <Box mb="var(--gap)">
      <Card title="Month at a glance" titleId={titleId} flush dimmed={query.isPlaceholderData}>
        {data ? (
          <Grid month={data} titleId={titleId} onOpen={onOpen} />
        ) : (
          <Box h={Math.min(40 + rows * 48, 640)} p="12px var(--side)">
            {query.error ? <LoadFailure query={query} failure="Failed to load the month" /> : <Skeleton h="100%" />}
          </Box>
        )}
        <ul className="row wrap gap-12 tight tiny grey to-edge line-above">
          {Object.entries(LEGEND).map(([state, text]) => (
            <li key={state} className="row">
              <span className={classes.cell} data-state={state} style={{ ...COLOURS[state as State], ...MARK }}>
                {WORDS[state as State]}
              </span>
              {text}
            </li>
          ))}
          <li className="row">
            <span className={classes.cell} data-late style={MARK} />
            late sales
          </li>
        </ul>
      </Card>
    </Box>
  )
}

const STEPS: Record<string, [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

type GridProps = { month: CashUpMonth; titleId: string; onOpen: Props['onOpen'] }

/** One cell is reached by Tab, the others from there by the arrow keys. */
function Grid({ month: { month, today, sites }, titleId, onOpen }: GridProps) {
  const first = `${month}-01`
  const days = Array.from({ length: countDays(first, addMonths(first, 1)) }, (_, index) => addDays(first, index))
  const isThisMonth = today.startsWith(month)
  const [active, setActive] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const keys = sites.flatMap((site, row) => site.days.map(({ day }) => createKey(row, days.indexOf(day))))
  const tabStop = keys.includes(active) ? active : keys[(sites.find((site) => site.days.length > 0)?.days.length ?? 0) - 1]

  // Where the month does not fit, today is in view and its first days are not.
  useEffect(() => {
    const box = scroller.current
    const column = isThisMonth && box?.querySelector<HTMLElement>('[data-today]')
    if (box) box.scrollLeft = column ? column.offsetLeft + column.offsetWidth - box.clientWidth : 0
  }, [isThisMonth])

  const move = (event: KeyboardEvent<HTMLTableElement>) => {
    const step = STEPS[event.key]
    const [row, column] = (event.target as HTMLElement).dataset['cell']?.split(' ').map(Number) ?? []
    if (!step || row === undefined || column === undefined) return
    event.preventDefault()
    // Over sites without this day.
    for (let [down, right] = [row + step[0], column + step[1]]; sites[down] && days[right]; down += step[0], right += step[1]) {
      const next = event.currentTarget.querySelector<HTMLElement>(`[data-cell='${createKey(down, right)}']`)
      if (next) return next.focus()
    }
  }

  return (
    <div ref={scroller} className={classes.scroller}>
      <table className={`table ${classes.grid}`} aria-labelledby={titleId} onKeyDown={move}>
        <thead>
          <tr>
            <th scope="col">Site</th>
            {days.map((day) => (
              <th key={day} scope="col" data-today={day === today || undefined}>
                <span>{formatWeekday(day).slice(0, 2)}</span> {Number(day.slice(8))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sites.map((site, row) => (
            <tr key={site.siteid}>
              <th scope="row">
                <ClampedText>{site.sitename}</ClampedText>
              </th>
              {days.map((day, column) => {
                const cell = site.days.find((cell) => cell.day === day)
                const key = createKey(row, column)
                return (
                  <td key={day}>
                    {cell && (
                      <button
                        type="button"
                        className={`plain-button ${classes.cell}`}
                        data-cell={key}
                        data-state={getState(cell)}
                        style={COLOURS[getState(cell)]}
                        data-late={cell.late ? true : undefined}
                        tabIndex={key === tabStop ? 0 : -1}
                        aria-label={`${site.sitename}, ${formatWeekday(day).replace(',', '')}: ${describeCell(cell)}`}
                        title={describeCell(cell)}
                        onFocus={() => setActive(key)}
                        onClick={() => onOpen({ siteid: site.siteid, day })}
                      >
                        {WORDS[getState(cell)]}
                      </button>
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const createKey = (row: number, column: number) => `${row} ${column}`
