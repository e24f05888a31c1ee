import { Box } from '@mantine/core'
import { formatCount, pluralize } from '../../lib/format/money.ts'

type Props = {
  /** 'Changing'. */
  label: string
  /** Of the bar itself; the label when absent. */
  name?: string
  noun: string
  done: number
  of: number
  py?: number
}

/** 'Changing… 2 000 of 10 000 products', with a bar. */
export function ProgressBar({ label, name = label, noun, done, of, py = 32 }: Props) {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100)
  return (
    <Box className="stack gap-12 digits" py={py}>
      <p>
        {label}… {formatCount(done)} of {pluralize(of, noun)}
      </p>
      <div role="progressbar" aria-label={name} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} className="track">
        <div style={{ width: `${percent}%` }} />
      </div>
    </Box>
  )
}
