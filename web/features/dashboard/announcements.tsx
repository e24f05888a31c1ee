import { Skeleton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Announcement } from '../../../contract/dashboard.ts'
import { ANNOUNCEMENTS_SHOWN } from '../../../contract/shared/constants.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { parseLink } from './announcement-link.ts'
import classes from './announcements.module.css'

type Props = { query: UseQueryResult<Announcement[], Error>; businessid: string | undefined }

/** Up to three announcements. While they load, their place is as high as the last time, so that the page does not jump. */
export function Announcements({ query, businessid }: Props) {
  const { data } = query
  const banner = useRef<HTMLElement>(null)
  const storageKey = `announcements-height:${businessid}`
  const [height] = useState(() => Number(localStorage.getItem(storageKey)))
  useLayoutEffect(() => {
    if (data) localStorage.setItem(storageKey, String(banner.current?.offsetHeight ?? 0))
  }, [data, storageKey])

  if (data ? data.length === 0 : query.isPending && height === 0) return null
  return (
    <section
      ref={banner}
      className={classes.banner}
      style={{ minHeight: data ? undefined : height }}
      aria-label="Announcements"
      aria-busy={query.isPending}
    >
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
        <LoadFailure query={query} failure="Failed to load announcements" />
      ) : (
        <Skeleton height={12} my={16} width="60%" />
      )}
    </section>
  )
}

function Link({ link_value, link_title }: Announcement) {
  const link = link_value ? parseLink(link_value) : null
  if (!link) return null
  return (
    <a href={link.href} rel="noopener noreferrer" target={link.isOutside ? '_blank' : undefined}>
      {link_title?.trim() || link_value}
    </a>
  )
}
