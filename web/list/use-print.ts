import { useEffect, useEffectEvent, useState } from 'react'
import type { Page } from '../../contract/shared/list.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../lib/api/messages.ts'
import { showToast } from '../ui/feedback/toast.tsx'

/** What the button and the head of a printed list need. */
export type Print = Omit<ReturnType<typeof usePrint>, 'withPrintedRows'>

/** Longer reports are for a file. */
const MAX_PAGES = 40

type Options<Row> = {
  /** The list on screen: its search as a key. */
  list: string
  /** Whether the rows on screen are those of this list, and not of the one before. */
  isLoaded: boolean
  readPage: (page: number) => Promise<Page<Row>>
}

/**
 * Prints all rows of a list: reads its pages, shows them, opens the browser's print dialog, and shows the page again. Another search
 * while it reads starts again: title, chart and rows are of the same list.
 */
export function usePrint<Row>({ list, isLoaded, readPage }: Options<Row>) {
  const [isWanted, setWanted] = useState(false)
  const [read, setRead] = useState<{ list: string; rows: Row[] } | null>(null)
  const rows = read?.list === list ? read.rows : null

  useEffect(() => {
    if (!rows) return
    const end = () => setRead(null)
    addEventListener('afterprint', end)
    window.print()
    return () => removeEventListener('afterprint', end)
  }, [rows])

  const readRows = useEffectEvent(async (isCurrent: () => boolean) => {
    try {
      const all = await readPages(readPage)
      if (!isCurrent()) return
      setRead({ list, rows: all })
    } catch (error) {
      if (!isCurrent()) return
      console.error(error)
      showToast(getErrorMessage(error, SOMETHING_WRONG))
    }
    setWanted(false)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list is read again.
  useEffect(() => {
    if (!isWanted || !isLoaded) return
    let isCurrent = true
    void readRows(() => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [isWanted, isLoaded, list])

  /** The page with all rows while they are printed. */
  const withPrintedRows = <Shown extends { rows: Row[] }>(page: Shown | undefined) => (page && rows ? { ...page, rows } : page)

  return { printed: rows?.length ?? null, withPrintedRows, isLoading: isWanted, start: () => setWanted(true) }
}

async function readPages<Row>(readPage: (page: number) => Promise<Page<Row>>) {
  const all: Row[] = []
  for (let page = 1, pages = 1; page <= pages && page <= MAX_PAGES; page++) {
    const list = await readPage(page)
    all.push(...list.rows)
    pages = list.pages
  }
  return all
}
