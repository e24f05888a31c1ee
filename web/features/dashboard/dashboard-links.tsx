import { Button } from '@mantine/core'
import { IconCash, IconReportAnalytics } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import classes from './dashboard.module.css'

type Props = {
  /** Range and filters that the reports are opened with. The cash-ups are those of the chosen site, if it is one. */
  search: FiguresSearch
  /** In the top bar; else beside the title. */
  isInBar?: boolean
}

/** Leads to the screens of the dashboard that are not in the menu. */
export const DashboardLinks = ({ search, isInBar = false }: Props) => (
  <div className={`row screen-only no-icons ${isInBar ? classes.inBar : ''}`}>
    <Button
      variant={isInBar ? 'subtle' : 'default'}
      leftSection={<IconReportAnalytics size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => <Link to="/reports" search={search as never} {...props} />}
    >
      Reports
    </Button>
    <Button
      variant={isInBar ? 'subtle' : 'default'}
      leftSection={<IconCash size={18} stroke={1.75} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/cash-ups" search={search.sites?.length === 1 ? { siteid: search.sites[0] } : {}} preload={false} {...props} />
      )}
    >
      Cash-ups
    </Button>
  </div>
)
