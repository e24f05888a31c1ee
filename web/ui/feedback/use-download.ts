import { useEffect, useRef, useState } from 'react'
import type { DownloadOptions } from '../../lib/api/download.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'

/** After this time a button to cancel appears. */
const LONG_MS = 1_500

/** One download at a time. It is aborted when the component unmounts. */
export function useDownload(onDownload: (options: DownloadOptions) => Promise<void>, failure: string) {
  const [phase, setPhase] = useState<'idle' | 'running' | 'finished' | { failed: string }>('idle')
  const [percent, setPercent] = useState<number | null>(null)
  const [isLong, setLong] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    const timer = setTimeout(() => setLong(true), LONG_MS)
    setPhase('running')
    setPercent(null)
    try {
      await onDownload({ signal, onPercent: setPercent })
      setPhase('finished')
    } catch (error) {
      if (signal.aborted) return setPhase('idle')
      console.error(error)
      setPhase({ failed: getErrorMessage(error, failure) })
    } finally {
      clearTimeout(timer)
      setLong(false)
      running.current = undefined
    }
  }

  return { phase, percent, isLong, start, cancel: () => running.current?.abort(), dismiss: () => setPhase('idle') }
}
