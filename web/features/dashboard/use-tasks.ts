import { useQueries, useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { SilentTill } from '../../../contract/dashboard-notices.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { api } from '../../lib/api/api.ts'
import { formatRand, formatWholeRand, pluralize } from '../../lib/format/money.ts'
import { useRefusedSum } from '../../refused-sales/refused-sums.ts'

type Task = { name: string; link: LinkProps; value: string }

type Options = { days: DateRange; sites: number[]; silentTills: SilentTill[] }

/** What a person looks at: tills that send nothing, cash that differs, sales that no figure has, and what is to be ordered. */
export function useTasks({ days, sites, silentTills }: Options) {
  const may = useMay()
  const seesCosts = useSeesCosts()
  const siteid = sites.length === 1 ? sites[0] : undefined
  const months = useQueries({
    queries: [...new Set([days.from.slice(0, 7), days.to.slice(0, 7)])].map((month) =>
      api.cashUps.month.queryOptions({ input: { month, siteid }, enabled: may('cashUps.month') }),
    ),
  })
  const reorder = useQuery(api.stockReports.reorder.queryOptions({ input: { siteid } }))
  const refused = useRefusedSum()

  const isOwn = (id: number) => sites.length === 0 || sites.includes(id)
  const differences = months
    .flatMap(({ data }) => data?.sites ?? [])
    .filter((site) => isOwn(site.siteid))
    .flatMap((site) => site.days)
    .flatMap(({ day, difference }) => (difference && day >= days.from && day <= days.to ? [difference] : []))
  const { results = 0, total } = reorder.data ?? {}
  const rows: (Task | false)[] = [
    silentTills.length > 0 && {
      name: `${pluralize(silentTills.length, 'till')} stopped sending`,
      link: linkOptions({ to: '/sites' }),
      value: '',
    },
    refused !== undefined && {
      name: pluralize(refused.sales, 'refused sale'),
      link: linkOptions({ to: '/sales/refused' }),
      value: formatRand(refused.amount),
    },
    differences.length > 0 && {
      name: `${pluralize(differences.length, 'cash-up')} ${differences.length === 1 ? 'differs' : 'differ'}`,
      link: linkOptions({ to: '/cash-ups', search: { siteid } }),
      value: formatRand(sumRand(differences)),
    },
    results > 0 && {
      name: `${pluralize(results, 'product')} to order`,
      link: linkOptions({ to: '/reports/reorder', search: { siteid } }),
      value: seesCosts && total ? formatWholeRand(total.cost) : '',
    },
  ]
  return { rows: rows.filter((row) => row !== false), queries: [...months.filter(({ isEnabled }) => isEnabled), reorder] }
}
