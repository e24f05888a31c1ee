import { Box, CloseButton, Skeleton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Announcement } from '../../../contract/dashboard-notices.ts'
import { ANNOUNCEMENTS_SHOWN } from '../../../contract/shared/constants.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { parseLink } from './announcement-link.ts'
import { readHeight, saveHeight } from './announcements-height.ts'
import classes from './banners.module.css'

type Props = { query: UseQueryResult<Announcement[], Error>; businessid: string | undefined }

/** Up to three announcements. While they load, their place is as high as the last time, so that the page does not jump. */
export function Announcements({ query, businessid }: Props) {
  const { data } = query
  const banner = useRef<HTMLElement>(null)
  const [height] = useState(() => readHeight(businessid))
  useEffect(() => {
    if (!data) return
    if (!banner.current) return saveHeight(businessid, 0)
    // An observer gets the height when the browser has laid out the page. Reading it here would lay out the page at once.
    const observer = new ResizeObserver(([banner]) => saveHeight(businessid, banner?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(banner.current)
    return () => observer.disconnect()
  }, [data, businessid])

  // The button that was pressed is gone: the focus goes to the next one.
  const hasDismissed = useRef(false)
  useLayoutEffect(() => {
    if (!data || !hasDismissed.current) return
    hasDismissed.current = false
    const next = banner.current?.querySelector<HTMLElement>('li button') ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }, [data])

  if (data ? data.length === 0 : query.isPending && !height) return null
  return (
    <section
      ref={banner}
      className={`${classes.banner} ${classes.announcements}`}
      style={{ minHeight: data ? undefined : (height ?? 0) }}
      aria-label="Announcements"
      aria-busy={query.isPending}
    >
      <IconSpeakerphone size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
      {data ? (
        <AnnouncementList
          announcements={data.slice(0, ANNOUNCEMENTS_SHOWN)}
          onDismiss={() => {
            hasDismissed.current = true
          }}
        />
      ) : query.isError ? (
        <LoadFailure query={query} failure="Failed to load announcements" />
      ) : (
        <Skeleton height={12} my={16} width="60%" />
      )}
    </section>
  )
}

function AnnouncementList({ announcements, onDismiss }: { announcements: Announcement[]; onDismiss: () => void }) {
  const dismissal = useDismiss(onDismiss)
  return (
    <div className="rest">
      <ul>
        {announcements.map((announcement, index) => (
          <li key={announcement.announcementid} className="row gap-12 break">
            <p>
              <b className="bold">Announcement {index + 1}:</b> {announcement.message} <Link {...announcement} />
            </p>
            <CloseButton
              aria-label={`Dismiss announcement ${index + 1}`}
              size="md"
              iconSize={16}
              onClick={() => dismissal.isPending || dismissal.mutate(announcement.announcementid)}
            />
          </li>
        ))}
      </ul>
      {dismissal.isError && (
        <Box component="p" role="alert" px="var(--alert-side, 0)" pb="xs" c="var(--red)" fz="sm">
          {getErrorMessage(dismissal.error, SOMETHING_WRONG)}
        </Box>
      )}
    </div>
  )
}

/** Puts an announcement away, for this person and for good. */
function useDismiss(onDismiss: () => void) {
  const { queryKey } = api.dashboard.announcements.queryOptions()
  return useMutation({
    mutationFn: (announcementid: number) => client.dashboard.dismissAnnouncement({ announcementid }),
    onSuccess: async (_, dismissed) => {
      await queryClient.cancelQueries({ queryKey })
      onDismiss()
      queryClient.setQueryData(queryKey, (shown) => shown?.filter(({ announcementid }) => announcementid !== dismissed))
    },
    onError: (error) => console.error(error),
  })
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
