import { useEffect, useState } from 'react'
import { logFault } from './log-fault.ts'

const LOCK = 'winkel-till'

/** Whether this window is the one that sells: it has the lock of the device until it is closed, and the next window gets it then. */
export function useTillLock() {
  const [hasLock, setHasLock] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    navigator.locks
      .request(LOCK, { signal: leaving.signal }, () => {
        setHasLock(true)
        return new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()))
      })
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) logFault(error)
      })
    return () => leaving.abort()
  }, [])
  return hasLock
}
