import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'

/** Above the list, where tills have named sellers that nobody knows, or that were given to an employee. */
export function UnknownSellersNotice({ onOpen }: { onOpen: () => void }) {
  const { data = [] } = useQuery(api.sellers.list.queryOptions({ meta: { changesWith: 'sales' } }))
  if (data.length === 0) return null
  const open = data.filter(({ employee }) => !employee)
  const amount = open.reduce((sum, seller) => sum + seller.amount, 0)
  return (
    <Box component="section" className="panel row wrap gap-12" p="8px 20px" mb={16} aria-label="Sellers">
      <p className="rest">
        {open.length > 0
          ? `${pluralize(open.length, 'seller')} that nobody knows sold ${formatRand(amount)}.`
          : 'All sellers that tills have named are employees.'}
      </p>
      <Button variant="default" size="xs" onClick={onOpen}>
        {open.length > 0 ? 'Say who they are' : 'Show sellers'}
      </Button>
    </Box>
  )
}
