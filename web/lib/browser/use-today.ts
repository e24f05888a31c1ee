import { useEffect, useState } from 'react'
import { getToday } from '../format/dates.ts'

const CHECK_MS = 30_000

/** The calendar date of the business. Changes at midnight while the window is open. */
export function useToday(timezone: string) {
  const [, setDate] = useState('')
  useEffect(() => {
    const timer = setInterval(() => setDate(getToday(timezone)), CHECK_MS)
    return () => clearInterval(timer)
  }, [timezone])
  return getToday(timezone)
}
