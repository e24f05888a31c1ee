import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '../ui/feedback/notice.tsx'
import type { FormMessage } from './form-message.ts'
import classes from './form-page.module.css'

type Props = {
  title: string
  subtitle?: string
  /** Between the heading and the banner. */
  before?: ReactNode
  said: FormMessage
  children: ReactNode
}

/** One form of the sign-in screen: its heading, the banner, the form. */
export function FormPage({ title, subtitle, before, said, children }: Props) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (said) banner.current?.scrollIntoView({ block: 'nearest' })
  }, [said])

  return (
    <>
      <h1>{title}</h1>
      {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      {before}
      {said && (
        <div className={classes.banner} ref={banner}>
          <Notice kind={said.kind}>{said.text}</Notice>
        </div>
      )}
      {children}
    </>
  )
}
