import { Box, Button, CloseButton, Skeleton } from '@mantine/core'
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
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!data || isOpen) return
    if (!banner.current) return saveHeight(businessid, 0)
    // An observer gets the height when the browser has laid out the page. Reading it here would lay out the page at once.
    const observer = new ResizeObserver(([banner]) => saveHeight(businessid, banner?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(banner.current)
    return () => observer.disconnect()
  }, [data, businessid, isOpen])

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
      <IconSpeakerphone size={18} stroke={1.75} className={classes.icon} aria-hidden="true" />
      {data ? (
        <AnnouncementList
          announcements={data.slice(0, ANNOUNCEMENTS_SHOWN)}
          isOpen={isOpen}
          onOpen={setOpen}
          onDismiss={() => {
            hasDismissed.current = true
          }}
        />
      ) : query.isError ? (
        <LoadFailure query={query} failure="Failed to load announcements" />
      ) : (
        <Skeleton height={12} my={10} width="60%" />
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
