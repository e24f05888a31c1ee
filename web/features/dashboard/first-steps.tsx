import { Box, Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, linkOptions, useNavigate } from '@tanstack/react-router'
import type { FirstSteps as Steps } from '../../../contract/dashboard-notices.ts'
import { api } from '../../lib/api/api.ts'
import { formatMonth } from '../../lib/format/dates.ts'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import classes from './first-steps.module.css'

const firstStepsQuery = () => api.dashboard.firstSteps.queryOptions({ meta: { changesWith: 'sales' } })

const STEPS: { done: keyof Steps; name: string; note: string; link: LinkProps }[] = [
  {
    done: 'has_products',
    name: 'Add what you sell',
    note: 'One by one, or all at once from a CSV file',
    link: linkOptions({ to: '/products' }),
  },
  { done: 'has_employees', name: 'Add your team', note: 'Each sale shows who made it', link: linkOptions({ to: '/employees' }) },
  {
    done: 'has_tills',
    name: 'Connect a till',
    note: 'Its sales arrive here by themselves',
    link: linkOptions({ to: '/sites', search: { tills: 'connect' } }),
  },
]

/** In an empty revenue chart: the first steps of a business that has no sales yet, or the way to its latest sales. */
export function FirstSteps() {
  const navigate = useNavigate()
  const { data, isPending } = useQuery(firstStepsQuery())
  if (isPending) return null
  if (!data || data.last_sale_date) return <NoRevenue last={data?.last_sale_date} />
  return (
    <section className={classes.steps} aria-label="No sales yet">
      <div className="row between">
        <Box component="h3" c="var(--text)">
          No sales yet
        </Box>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
          onClick={() => navigate({ to: '/sales', search: { import: true } })}
        >
          Import sales
        </Button>
      </div>
      <ol>
        {STEPS.map(({ done, name, note, link }) => (
          <li key={done} className="framed row gap-12" data-done={data[done] || undefined}>
            {data[done] ? (
              <IconCircleCheckFilled size={22} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={22} stroke={1.5} aria-hidden />
            )}
            <div>
              <QuietLink {...link} stretched>
                {name}
              </QuietLink>
              <Box component="p" visibleFrom="sm" fz="xs" lh="16px">
                {note}
              </Box>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** The sales of an import can all be older than the range. */
const NoRevenue = ({ last }: { last: string | null | undefined }) => (
  <Box className="stack gap-4" ta="center">
    <p>No revenue in this range.</p>
    {last && (
      <Link to="/dashboard" search={{ from: `${last.slice(0, 7)}-01`, to: last }}>
        Show {formatMonth(last)}
      </Link>
    )}
  </Box>
)
