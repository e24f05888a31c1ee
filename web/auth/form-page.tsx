import { Box } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { NoAnswer } from '../ui/feedback/no-answer.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import type { Busy } from '../ui/form/use-busy.ts'
import type { FormMessage } from './form-message.ts'

type Props = {
  title: string
  subtitle?: string
  /** Between the heading and the banner. */
  before?: ReactNode
  message: FormMessage
  busy: Busy
  children: ReactNode
}

/** A form of the sign-in screen: heading, banner, form. */
export function FormPage({ title, subtitle, before, message, busy, children }: Props) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message || busy === 'late') banner.current?.scrollIntoView({ block: 'nearest' })
  }, [message, busy])

  return (
    <>
      <h1>{title}</h1>
      {subtitle && <p className="grey">{subtitle}</p>}
      {before}
      {(message || busy === 'late') && (
        <Box mt="var(--side)" ref={banner}>
          {message ? <Notice kind={message.kind}>{message.text}</Notice> : <NoAnswer />}
        </Box>
      )}
      {children}
    </>
  )
}
