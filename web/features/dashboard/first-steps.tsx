import { Box, Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconEye, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { FirstSteps as Steps } from '../../../contract/dashboard-notices.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatMonth } from '../../lib/format/dates.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { firstStepsQuery } from './dashboard-queries.ts'

const SampleDashboard = lazyDialog(
  'A sample business',
  async () => (await import('./sample/sample-dashboard.tsx')).SampleDashboard,
)

const STEPS: { done: 'has_products' | 'has_employees' | 'has_tills'; name: string; note: string; link: LinkProps }[] = [
  {
    done: 'has_products',
    name: 'Add what you sell',
    note: 'One by one, or all at once from a file',
    link: linkOptions({ to: '/products' }),
  },
  { done: 'has_employees', name: 'Add your team', note: 'See who made each sale', link: linkOptions({ to: '/employees' }) },
  {
    done: 'has_tills',
    name: 'Connect a till',
    note: 'Its sales arrive here automatically',
    link: linkOptions({ to: '/sites', search: { tills: 'connect' } }),
  },
]

/** With a sale the steps stay until they are done. */
const isOver = ({ is_hidden, last_sale_date, has_products, has_employees, has_tills }: Steps) =>
  is_hidden || (last_sale_date !== null && has_products && has_employees && has_tills)

/**
 * The first steps of a business, until they are done and it has a sale, or the person hides them; `orders` is the number of the range,
 * undefined while it loads. A business that is past them is asked about only where the range has no sales.
 */
export function FirstSteps({ orders }: { orders: number | undefined }) {
  const { data } = useQuery({ ...firstStepsQuery(), enabled: ({ state }) => !orders || !state.data || !isOver(state.data) })
  return !data || isOver(data) ? null : <Panel steps={data} />
}

function Panel({ steps }: { steps: Steps }) {
  const navigate = useNavigate()
  const [hasSample, setSample] = useState(false)
  const done = STEPS.filter((step) => steps[step.done]).length
  const next = STEPS.find((step) => !steps[step.done])?.done
  const title = steps.last_sale_date ? 'First steps' : 'No sales yet'
  const hiding = useMutation({
    mutationFn: () => client.dashboard.hideFirstSteps(),
    onSuccess: () => queryClient.setQueryData(api.dashboard.firstSteps.queryKey(), { ...steps, is_hidden: true }),
  })
  return (
    <section className="panel stack" style={{ padding: 'var(--side)' }} aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="grey">
          {!steps.last_sale_date && 'Your figures appear here after the first sale. '}
          {done} of {STEPS.length} steps done. Hide the steps you do not need.
        </p>
      </div>
      <ol className="stack gap-12" style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))' }}>
        {STEPS.map(({ done, name, note, link }) => (
          <Box component="li" key={done} className="framed row gap-12" pos="relative" p="12px 16px">
            {steps[done] ? (
              <IconCircleCheckFilled size={22} color="var(--green-dot)" role="img" aria-label="Done" />
            ) : (
              <IconCircle size={22} stroke={1.5} color="var(--faint)" aria-hidden />
            )}
            <div>
              {done === next ? (
                <Button size="xs" renderRoot={(props) => <Link {...link} {...props} />}>
                  {name}
                </Button>
              ) : (
                <QuietLink {...link} className="medium" stretched>
                  {name}
                </QuietLink>
              )}
              <p className="grey small">{note}</p>
            </div>
          </Box>
        ))}
      </ol>
      <div className="row wrap fill-line">
        <Button
          variant="default"
          leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
          onClick={() => navigate({ to: '/sales', search: { import: true } })}
        >
          Import sales
        </Button>
        <Button variant="default" leftSection={<IconEye size={18} stroke={1.75} aria-hidden />} onClick={() => setSample(true)}>
          See a sample business
        </Button>
        <Button variant="subtle" onClick={() => hiding.mutate()} loading={hiding.isPending}>
          Hide these steps
        </Button>
      </div>
      {hiding.isError && (
        <p role="alert" style={{ color: 'var(--red)' }}>
          {getErrorMessage(hiding.error, SOMETHING_WRONG)}
        </p>
      )}
      {hasSample && <SampleDashboard onClose={() => setSample(false)} />}
    </section>
  )
}

/** In an empty revenue chart. The sales of an import can all be older than the range: this leads to the latest ones. */
export function NoRevenue() {
  const { data } = useQuery(firstStepsQuery())
  const last = data?.last_sale_date
  return (
    <Box className="stack gap-4" ta="center">
      <p>No revenue in this range.</p>
      {last && (
        <Link to="/dashboard" search={{ from: `${last.slice(0, 7)}-01`, to: last }}>
          Show {formatMonth(last)}
        </Link>
      )}
    </Box>
  )
}
