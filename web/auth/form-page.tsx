import { Box } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import type { FormMessage } from './form-message.ts'

type Props = {
  title: string
  subtitle?: string
  /** Between the heading and the banner. */
  before?: ReactNode
  message: FormMessage
  children: ReactNode
}

/** A form of the sign-in screen: heading, banner, form. */
export function FormPage({ title, subtitle, before, message, children }: Props) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  return (
    <>
      <h1>{title}</h1>
      {subtitle && <p className="grey">{subtitle}</p>}
      {before}
      {message && (
        <Box mt="var(--side)" ref={banner}>
          <Notice kind={message.kind}>{message.text}</Notice>
        </Box>
      )}
      {children}
    </>
  )
}
