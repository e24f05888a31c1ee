import { Button } from '@mantine/core'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { messageOf } from '../lib/messages.ts'
import { Notice } from './notice.tsx'
import classes from './page-error.module.css'

/** In place of a screen that could not be opened: the server did not answer the guard, or drawing it failed. */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.error(error), [error])
  return (
    <div className={classes.page}>
      <Notice
        kind="error"
        action={
          <Button variant="default" size="xs" onClick={() => router.invalidate()}>
            Try again
          </Button>
        }
      >
        {messageOf(error, 'Something went wrong. Please try again.')}
      </Notice>
    </div>
  )
}
