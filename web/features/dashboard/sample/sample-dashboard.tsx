import { Box, Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTimezone } from '../../../auth/timezone.ts'
import { useToday } from '../../../lib/browser/use-today.ts'
import { addDays, formatPeriod } from '../../../lib/format/dates.ts'
import { formatWholeRand, pluralize } from '../../../lib/format/money.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Pill } from '../../../ui/display/pill.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import classes from '../dashboard.module.css'
import { DashboardPanels } from '../dashboard-panels.tsx'
import { createSampleFigures } from './sample-figures.ts'

/** The dashboard with the figures of a shop that does not exist. It reads and stores nothing, and nothing in it can be pressed. */
export function SampleDashboard({ onClose }: { onClose: () => void }) {
  const timezone = useTimezone()
  const today = useToday(timezone)
  const figures = useMemo(() => createSampleFigures(addDays(today, -1)), [today])
  const { revenue, orders, top_sites, from, to } = figures
  return (
    <Dialog
      title="A sample business"
      subtitle="A made-up shop. None of this is your data."
      width={1240}
      grows
      onClose={onClose}
      footer={
        <Button onClick={onClose} data-autofocus>
          Close the sample
        </Button>
      }
    >
      {/* Focusable, or the keyboard could not scroll it. */}
      <section className="stack" aria-label="Sample dashboard" tabIndex={0}>
        <p className="row wrap">
          <Pill tone="accent">Sample</Pill>
          {formatWholeRand(revenue)} from {pluralize(orders, 'sale')} at {pluralize(top_sites.length, 'site')},{' '}
          {formatPeriod({ from, to })}
        </p>
        <Box bg="var(--page)" p="var(--gap)" style={{ borderRadius: 12 }} inert>
          <div className={classes.dashboard}>
            <DashboardPanels
              figures={figures}
              hasDelta
              hours={undefined}
              comparedHours={undefined}
              search={{}}
              today={today}
              dimmed={false}
              silentTills={[]}
              timezone={timezone}
              support={
                <Card title="Support">
                  <p className="grey">Open tickets: 0</p>
                </Card>
              }
              noRevenue={null}
            />
          </div>
        </Box>
      </section>
    </Dialog>
  )
}
