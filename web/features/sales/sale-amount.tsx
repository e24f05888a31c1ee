import { Box } from '@mantine/core'
import { formatRand } from '../../lib/format/money.ts'
import { Pill } from '../../ui/display/pill.tsx'

export const SaleAmount = ({ amount }: { amount: number }) => (
  <Box component="span" className="row wrap tight nowrap digits" display="inline-flex">
    {amount < 0 && <Pill tone="red">Refund</Pill>} {formatRand(amount)}
  </Box>
)
