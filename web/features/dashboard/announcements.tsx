import { Box, CloseButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Announcement } from '../../../contract/dashboard-notices.ts'
import { ANNOUNCEMENTS_SHOWN } from '../../../contract/shared/constants.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { parseLink } from './announcement-link.ts'

/** Up to three announcements. The page waits for them, so that they move nothing. */
export function Announcements({ query }: { query: UseQueryResult<Announcement[], Error> }) {
  const { data } = query
  const banner = useRef<HTMLElement>(null)

  // The button that was pressed is gone: the focus goes to the next one.
  const hasDismissed = useRef(false)
  useLayoutEffect(() => {
    if (!data || !hasDismissed.current) return
    hasDismissed.current = false
    const next = banner.current?.querySelector<HTMLElement>('li button') ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }, [data])
  const dismissal = useDismiss(() => {
    hasDismissed.current = true
  })

  if (data ? data.length === 0 : !query.isError) return null
  return (
    <section ref={banner} aria-label="Announcements">
      {data ? (
        <ul>
          {data.slice(0, ANNOUNCEMENTS_SHOWN).map((announcement, index) => (
            <li key={announcement.announcementid} className="row" data-notice>
              <IconSpeakerphone className="mantine-visible-from-sm" size={18} stroke={1.75} color="var(--accent)" aria-hidden />
              <p>
                <b className="bold">Announcement {index + 1}:</b> {announcement.message} <Link {...announcement} />
              </p>
              <CloseButton
                aria-label={`Dismiss announcement ${index + 1}`}
                size="sm"
                iconSize={16}
                c="var(--accent)"
                onClick={() => dismissal.isPending || dismissal.mutate(announcement.announcementid)}
              />
            </li>
          ))}
        </ul>
      ) : (
        <div data-notice>
          <LoadFailure query={query} failure="Failed to load announcements" />
        </div>
      )}
      {dismissal.isError && (
        <Box component="p" role="alert" pb="xs" c="var(--red)" fz="sm">
          {getErrorMessage(dismissal.error, SOMETHING_WRONG)}
        </Box>
      )}
    </section>
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
