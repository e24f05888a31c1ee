import { Loader } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './reading-notice.module.css'

/** A fast answer shows nothing. */
const SHOWN_AFTER_MS = 300

/** Why a report takes longer than others. */
export function ReadingNotice() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.reading} role="status">
      {isShown && (
        <>
          <Loader size={16} aria-hidden />
          Reading every sale. This may take a second or two.
        </>
      )}
    </div>
  )
}
