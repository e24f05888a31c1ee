import { useQuery } from '@tanstack/react-query'
import { useMay } from '../auth/rights.ts'
import { api, refetchPolicy } from '../lib/api/api.ts'

const REFRESH_MS = 60_000

type Filter = { siteid?: number; tillid?: number | undefined }

/** The rejected sales of tills that nobody has answered: of the business, a site or a till. Undefined when there are none. */
export function useRefusedSum({ siteid, tillid }: Filter = {}) {
  const may = useMay()
  const { data = [] } = useQuery(
    api.refusedSales.sums.queryOptions({
      enabled: may('refusedSales.sums'),
      refetchInterval: refetchPolicy({ everyMs: REFRESH_MS }),
    }),
  )
  const own = data.filter((sum) => (siteid ?? sum.siteid) === sum.siteid && (tillid ?? sum.tillid) === sum.tillid)
  if (own.length === 0) return undefined
  const add = (name: 'sales' | 'amount' | 'without_amount') => own.reduce((total, sum) => total + sum[name], 0)
  return { sales: add('sales'), amount: add('amount'), without_amount: add('without_amount') }
}
