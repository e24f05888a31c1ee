import { Button } from '@mantine/core'
import { IconCash, IconReportAnalytics } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import classes from './dashboard.module.css'

/** Leads to the screens that are not in the menu. The cash-ups are those of the chosen site, if it is one. */
export function DashboardActions({ search }: { search: FiguresSearch }) {
  const { sites = [] } = search
  return (
    <div className={`row no-icons ${classes.actions}`} data-wide>
      <Button
        variant="default"
        leftSection={<IconReportAnalytics size={18} stroke={1.75} aria-hidden />}
        renderRoot={(props) => <Link to="/reports" search={search as never} {...props} />}
      >
        Reports
      </Button>
      <Button
        variant="default"
        leftSection={<IconCash size={18} stroke={1.75} aria-hidden />}
        renderRoot={(props) => (
          <Link to="/cash-ups" search={sites.length === 1 ? { siteid: sites[0] } : {}} preload={false} {...props} />
        )}
      >
        Cash-ups
      </Button>
    </div>
  )
}
