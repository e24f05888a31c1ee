import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { pluralize } from '../../lib/format/money.ts'

/** Above the list, where tills have named sellers that nobody knows, or that were given to an employee. */
export function UnknownSellersNotice({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(api.sellers.sums.queryOptions({ meta: { changesWith: 'sales' } }))
  if (!data || data.sellers + data.given === 0) return null
  const { sellers, sales } = data
  return (
    <Box component="section" className="panel row wrap gap-12" p="8px 20px" mb={16} aria-label="Sellers">
      <p className="rest">
        {sellers > 0
          ? `${pluralize(sales, 'sale')} ${sales === 1 ? 'has' : 'have'} an unknown seller.`
          : 'Every seller from your tills is an employee.'}
      </p>
      <Button variant="default" size="xs" onClick={onOpen}>
        {sellers > 0 ? 'Match sellers' : 'Show sellers'}
      </Button>
    </Box>
  )
}
