import { CloseButton } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { formatPeriod } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/money.ts'

/** Where the sales of the latest imports are, while the range does not show all their days and the person has not put it away. */
export function ImportedSales({ shown }: { shown: DateRange }) {
  const query = api.dashboard.importedSales.queryOptions()
  const { data } = useQuery(query)
  const { mutate, isPending } = useMutation({
    mutationFn: (importid: number) => client.dashboard.hideImports({ importid }),
    onSuccess: () => queryClient.setQueryData(query.queryKey, null),
    onError: (error) => console.error(error),
  })
  if (!data || (shown.from <= data.first_day && shown.to >= data.last_day)) return null
  const range = { from: data.first_day, to: data.last_day }
  return (
    <section className="row" data-notice="warning" aria-label="Imported sales">
      <IconUpload size={20} stroke={1.75} aria-hidden="true" />
      <p>
        {pluralize(data.sales, 'sale')} of {formatPeriod(range)} {data.sales === 1 ? 'was' : 'were'} imported.{' '}
        <Link to="/dashboard" search={range}>
          {data.sales === 1 ? 'Show it' : 'Show them'}
        </Link>
      </p>
      <CloseButton
        aria-label="Dismiss imported sales"
        size="sm"
        iconSize={16}
        c="inherit"
        onClick={() => isPending || mutate(data.importid)}
      />
    </section>
  )
}
