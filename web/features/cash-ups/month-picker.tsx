import { ActionIcon, Box } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths, formatMonth } from '../../lib/format/dates.ts'

/** As high as the box, and no wider than needed: the site stands beside it on a phone. */
const ARROW = { variant: 'subtle', size: 'calc(var(--control) - 2px)', w: 32, miw: 32 } as const

type Props = {
  /** Undefined while it is not known. */
  month: string | undefined
  lastMonth: string | undefined
  onChoose: (month: string) => void
}

/** One month back or forward. */
export function MonthPicker({ month, lastMonth, onChoose }: Props) {
  const move = (months: number) => month && onChoose(addMonths(`${month}-01`, months).slice(0, 7))
  return (
    <Box
      className="row keep-size"
      display="inline-flex"
      bd="1px solid var(--edge)"
      bdrs="md"
      bg="var(--card)"
      role="group"
      aria-label="Month"
      data-chosen
      style={{ gap: 0 }}
    >
      <ActionIcon {...ARROW} aria-label="Previous month" disabled={!month} onClick={() => move(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Box component="span" miw={76} ta="center" fw={500} aria-live="polite">
        {month ? formatMonth(`${month}-01`) : '\u00a0'}
      </Box>
      <ActionIcon
        {...ARROW}
        aria-label="Next month"
        disabled={!month || !lastMonth || month >= lastMonth}
        onClick={() => move(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Box>
  )
}
