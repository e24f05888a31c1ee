import { Box, Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ClampedText } from '../display/clamped-text.tsx'
import classes from './bar-list.module.css'
import { getBarWidth } from './bar-width.ts'

export type NamedValue = { key: string; name: string; value: number | null; compared: number | null; label?: ReactNode }

type Props = {
  label: string
  /** Undefined while they load. */
  values: NamedValue[] | undefined
  format: (value: number) => string
}

/** The value of the earlier range, across the bar. */
const MARK = { insetBlock: -3, boxShadow: '0 0 0 1px var(--card)' }

const SKELETON_ROWS = 10

/** A bar a name, and a mark where the earlier value was. */
export function BarList({ label, values, format }: Props) {
  const highest = Math.max(0, ...(values ?? []).flatMap(({ value, compared }) => [Math.abs(value ?? 0), Math.abs(compared ?? 0)]))
  const getWidth = (value: number) => `${getBarWidth(Math.abs(value), highest)}%`
  return (
    <ol className={classes.bars} aria-label={label}>
      {values?.map(({ key, name, value, compared, label }) => (
        <li key={key}>
          {label ?? <ClampedText>{name}</ClampedText>}
          <span className={classes.track} aria-hidden="true">
            {value !== null && value !== 0 && (
              <Box
                component="span"
                pos="absolute"
                inset="0 auto 0 0"
                miw={2}
                bdrs="xs"
                w={getWidth(value)}
                bg={value < 0 ? 'var(--c4)' : 'var(--c1)'}
              />
            )}
            {compared !== null && (
              <Box
                component="span"
                title={`${format(compared)} before`}
                pos="absolute"
                left={getWidth(compared)}
                w={2}
                ml={-1}
                bdrs={1}
                bg="var(--text)"
                style={MARK}
              />
            )}
          </span>
          <Box component="span" className="digits nowrap" ta="right">
            {value === null ? '–' : format(value)}
            {compared !== null && <VisuallyHidden>{`, ${format(compared)} before`}</VisuallyHidden>}
          </Box>
        </li>
      )) ??
        Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <li key={row}>
            <Skeleton height={12} width={`${80 - ((row * 17) % 40)}%`} />
            <Skeleton height={16} />
            <Skeleton height={12} width={72} />
          </li>
        ))}
    </ol>
  )
}
