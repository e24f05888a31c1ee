import { useEffect, useState } from 'react'
import type { Page } from '../../contract/shared/list.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../lib/api/messages.ts'
import { showToast } from '../ui/feedback/toast.tsx'

/** What the button and the head of a printed list need. */
export type Print = Omit<ReturnType<typeof usePrint>, 'withPrintedRows'>

/** Longer reports are for a file. */
const MAX_PAGES = 40

/** Prints all rows of a list: reads its pages, shows them, opens the browser's print dialog, and shows the page again. */
export function usePrint<Row>(readPage: (page: number) => Promise<Page<Row>>) {
  const [rows, setRows] = useState<Row[] | null>(null)
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
      const all: Row[] = []
      for (let page = 1, pages = 1; page <= pages && page <= MAX_PAGES; page++) {
        const list = await readPage(page)
        all.push(...list.rows)
        pages = list.pages
      }
      setRows(all)
    } catch (error) {
      console.error(error)
      showToast(getErrorMessage(error, SOMETHING_WRONG))
    } finally {
      setLoading(false)
    }
  }

  /** The page with all rows while they are printed. */
  const withPrintedRows = <Shown extends { rows: Row[] }>(page: Shown | undefined) => (page && rows ? { ...page, rows } : page)

  return { printed: rows?.length ?? null, withPrintedRows, isLoading, start }
}
