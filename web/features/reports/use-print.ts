import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReportRow } from '../../../contract/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { reportQuery } from './report-queries.ts'
import type { Search } from './report-search.ts'

/** Longer reports are for a file. */
const MAX_PAGES = 40

/** Prints all rows: reads the pages, shows them, opens the browser's print dialog, and shows the page again. */
export function usePrint(search: Search, dates: DateRange) {
  const queries = useQueryClient()
  const [rows, setRows] = useState<ReportRow[] | null>(null)
  const [isLoading, setLoading] = useState(false)

  useEffect(() => {
    if (!rows) return
    const end = () => setRows(null)
    addEventListener('afterprint', end)
    window.print()
    return () => removeEventListener('afterprint', end)
  }, [rows])

  const start = async () => {
    if (isLoading) return
    setLoading(true)
    try {
      const all: ReportRow[] = []
      for (let page = 1, pages = 1; page <= pages && page <= MAX_PAGES; page++) {
        const report = await queries.fetchQuery(reportQuery({ ...search, page }, dates))
        all.push(...report.rows)
        pages = report.pages
      }
      setRows(all)
    } catch (error) {
      console.error(error)
      showToast(getErrorMessage(error, SOMETHING_WRONG))
    } finally {
      setLoading(false)
    }
  }

  return { rows, isLoading, start }
}
