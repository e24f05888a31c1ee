import { Box } from '@mantine/core'
import { IconDeviceTablet, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Site } from '../../../contract/sites.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { type Activity, LastSale, SoldToday, Tills } from './site-activity.tsx'
import type { Search } from './site-queries.ts'

type Open = (dialog: { kind: 'tills' | 'edit' | 'delete'; site: Site }) => void

export const createSiteView = (open: Open, activity: Activity): RowView<Site, Search['sort']> => ({
  key: (site) => site.siteid,
  name: (site) => site.sitename,
  minWidth: 840,
  tall: true,
  columns: [
    {
      title: 'Site',
      sort: 'sitename',
      width: '20%',
      cell: ({ siteid, sitename }) => (
        <Box component="span" fz="md" fw={500}>
          <QuietLink to="/dashboard" search={{ sites: [siteid] }}>
            <ClampedText>{sitename}</ClampedText>
          </QuietLink>
        </Box>
      ),
    },
    {
      title: 'Location',
      sort: 'location',
      cell: ({ location }) => (
        <span className="grey">
          <ClampedText>{location}</ClampedText>
        </span>
      ),
    },
    { title: 'Employees', sort: 'employees', width: '104px', numeric: true, cell: (site) => formatCount(site.employees) },
    {
      title: 'Today',
      width: '128px',
      numeric: true,
      cell: ({ siteid }) => (
        <>
          <SoldToday siteid={siteid} activity={activity} />
          <span className="second-line">
            <LastSale siteid={siteid} activity={activity} />
          </span>
        </>
      ),
    },
    { title: 'Till', minor: 1, width: '164px', cell: ({ siteid }) => <Tills siteid={siteid} activity={activity} /> },
  ],
  actions: [
    { verb: 'Tills', icon: IconDeviceTablet, hasLabel: true, run: (site) => open({ kind: 'tills', site }) },
    { verb: 'Edit', icon: IconPencil, run: (site) => open({ kind: 'edit', site }) },
    { verb: 'Delete', icon: IconTrash, run: (site) => open({ kind: 'delete', site }) },
  ],
  card: (site) => ({
    title: (
      <QuietLink to="/dashboard" search={{ sites: [site.siteid] }}>
        <ClampedText>{site.sitename}</ClampedText>
      </QuietLink>
    ),
    facts: <ClampedText>{site.location}</ClampedText>,
    figure: (
      <>
        <span className="full-row row wrap between tight">
          <span>
            <SoldToday siteid={site.siteid} activity={activity} /> today
          </span>
          <Tills siteid={site.siteid} activity={activity} />
        </span>
        <span className="full-row row wrap between tight grey">
          <span>{pluralize(site.employees, 'employee')}</span>
          <span>
            <LastSale siteid={site.siteid} activity={activity} />
          </span>
        </span>
      </>
    ),
  }),
})
