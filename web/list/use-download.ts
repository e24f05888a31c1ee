import { useEffect, useRef, useState } from 'react'
import { download } from '../lib/api/download.ts'
import { getErrorMessage } from '../lib/api/messages.ts'

type Phase = 'idle' | 'running' | 'finished' | { failed: string }

/** After this time a button to cancel appears. */
const LONG_MS = 1_500

/** One download at a time. It is aborted when the component unmounts. */
export function useDownload(url: string, failure: string) {
  const [phase, setPhase] = useState<Phase>('idle')
  const [percent, setPercent] = useState<number | null>(null)
  const [isLong, setLong] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  useEffect(() => {
    if (phase !== 'running') return setLong(false)
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [phase])

  const start = async () => {
    if (running.current) return
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setPhase('running')
    setPercent(null)
    try {
      await download(url, {
        signal,
        // 100 only when the file is saved.
        onProgress: ({ rows, total }) => setPercent(total ? Math.min(99, Math.floor((rows / total) * 100)) : null),
      })
      setPhase('finished')
    } catch (error) {
      if (signal.aborted) return setPhase('idle')
      console.error(error)
      setPhase({ failed: getErrorMessage(error, failure) })
    } finally {
      running.current = undefined
    }
  }

  return { phase, percent, isLong, start, cancel: () => running.current?.abort(), dismiss: () => setPhase('idle') }
}
