import { Skeleton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ANNOUNCEMENTS_SHOWN } from '../../contract/constants.ts'
import type { Announcement } from '../../contract/dashboard.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { safeLink } from './announcement-link.ts'
import classes from './announcements.module.css'

/** Up to three pieces of news, above the figures; no room is taken when there are none. */
export function Announcements({ query }: { query: UseQueryResult<Announcement[], Error> }) {
  const { data } = query
  if (data?.length === 0) return null
  return (
    <section className={classes.banner} aria-label="Announcements" aria-busy={query.isPending}>
      <IconSpeakerphone size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      {data ? (
        <ul>
          {data.slice(0, ANNOUNCEMENTS_SHOWN).map((announcement, index) => (
            <li key={announcement.announcementid}>
              <b>Announcement {index + 1}:</b> {announcement.message} <Link {...announcement} />
            </li>
          ))}
        </ul>
      ) : query.isError ? (
        <LoadFailure query={query} failure="Failed to load dashboard" />
      ) : (
        <Skeleton height={12} my={16} width="60%" />
      )}
    </section>
  )
}

function Link({ link_value, link_title }: Announcement) {
  const link = link_value ? safeLink(link_value) : null
  if (!link) return null
  return (
    <a href={link.href} rel="noopener noreferrer" target={link.isOutside ? '_blank' : undefined}>
      {link_title?.trim() || link_value}
    </a>
  )
}
