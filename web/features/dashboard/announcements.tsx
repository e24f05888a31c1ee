import { Box, Button, CloseButton } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { type UseQueryResult, useMutation } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Announcement } from '../../../contract/dashboard-notices.ts'
import { ANNOUNCEMENTS_SHOWN } from '../../../contract/shared/constants.ts'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { parseLink } from './announcement-link.ts'
import classes from './banners.module.css'

/** Up to three announcements. The page waits for them, so that they move nothing. */
export function Announcements({ query }: { query: UseQueryResult<Announcement[], Error> }) {
  const { data } = query
  const banner = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)

  // The button that was pressed is gone: the focus goes to the next one.
  const hasDismissed = useRef(false)
  useLayoutEffect(() => {
    if (!data || !hasDismissed.current) return
    hasDismissed.current = false
    const next = banner.current?.querySelector<HTMLElement>('li button') ?? document.querySelector('main')
    next?.focus({ preventScroll: true })
  }, [data])

  if (data ? data.length === 0 : !query.isError) return null
  return (
    <section ref={banner} className={`row top screen-only ${classes.banner} ${classes.announcements}`} aria-label="Announcements">
      <IconSpeakerphone
        className="mantine-visible-from-sm"
        size={18}
        stroke={1.75}
        style={{ marginTop: 5, color: 'var(--accent)' }}
        aria-hidden="true"
      />
      {data ? (
        <AnnouncementList
          announcements={data.slice(0, ANNOUNCEMENTS_SHOWN)}
          isOpen={isOpen}
          onOpen={setOpen}
          onDismiss={() => {
            hasDismissed.current = true
          }}
        />
      ) : (
        <LoadFailure query={query} failure="Failed to load announcements" />
      )}
    </section>
  )
}

type ListProps = {
  announcements: Announcement[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onDismiss: () => void
}

/** One line: the first announcement. The others, and the rest of a long one, are a press away. Screen readers have all of them. */
function AnnouncementList({ announcements, isOpen, onOpen, onDismiss }: ListProps) {
  const dismissal = useDismiss(onDismiss)
  const { ref: first, isCut } = useIsCut(isOpen)
  const others = announcements.length - 1
  return (
    <div className="rest">
      <div className="row top">
        <ul className="rest">
          {announcements.map((announcement, index) => (
            <li
              key={announcement.announcementid}
              className={`row ${classes.item}`}
              data-folded={(!isOpen && index > 0) || undefined}
              onFocus={() => index > 0 && onOpen(true)}
            >
              <p className={isOpen ? 'break' : 'ellipsis'} ref={index === 0 ? first : undefined}>
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
        {(isOpen || others > 0 || isCut) && (
          <Button flex="none" size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
            {isOpen ? 'Less' : others > 0 ? `${others} more` : 'More'}
          </Button>
        )}
      </div>
      {dismissal.isError && (
        <Box component="p" role="alert" pb="xs" c="var(--red)" fz="sm">
          {getErrorMessage(dismissal.error, SOMETHING_WRONG)}
        </Box>
      )}
    </div>
  )
}

/** Whether the text of an element is longer than its line. While it has several lines, the last answer stays. */
function useIsCut(isOpen: boolean) {
  const ref = useRef<HTMLParagraphElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || isOpen) return
    const observer = new ResizeObserver(() => setCut(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [isOpen])
  return { ref, isCut }
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
