import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { ReorderSearch } from '../../../contract/search/stock-reports.ts'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { ReorderRow } from '../../../contract/stock-reports.ts'
import { client } from '../../lib/api/api.ts'
import { createUuid } from '../../lib/browser/uuid.ts'

/** All products of the list with this supplier. */
export async function readSupplierRows({ q, siteid, days }: ReorderSearch, supplier: string): Promise<ReorderRow[]> {
  const rows: ReorderRow[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list = await client.stockReports.reorder({ q, siteid, days, supplier, sort: 'productname', page })
    rows.push(...list.rows)
    pages = list.pages
  }
  return rows
}

type Question = { supplier: string; drafts: number }
type Creation = { supplier: string; isConfirmed: boolean }

/**
 * Writes a draft of an order for each site that needs something of a supplier, and opens it, or their list. Asks first when units of these
 * products are in drafts.
 */
export function useCreateOrders(search: ReorderSearch) {
  const navigate = useNavigate()
  // The same orders have the same keys, also after an answer that was lost.
  const [keys] = useState(() => new Map<string, string>())
  const isRunning = useRef(false)
  /** A try that failed may have written a part of the drafts: the next one goes on without a question. */
  const tried = useRef(new Set<string>())
  const [question, setQuestion] = useState<Question | null>(null)
  const mutation = useMutation({
    mutationFn: async ({ supplier, isConfirmed }: Creation) => {
      const [rows, options] = await Promise.all([readSupplierRows(search, supplier), client.suppliers.options()])
      const drafts = addUnits(rows.map(({ in_drafts }) => in_drafts))
      if (drafts > 0 && !isConfirmed && !tried.current.has(supplier)) {
        setQuestion({ supplier, drafts })
        return []
      }
      tried.current.add(supplier)
      const supplierid = options.find(({ name }) => name.toLowerCase() === supplier.toLowerCase())?.supplierid ?? null
      const documents: number[] = []
      for (const [siteid, ordered] of Map.groupBy(rows, (row) => row.siteid)) {
        const lines = ordered.map(({ productid, suggested, purchaseprice }) => ({
          productid,
          quantity: suggested,
          purchaseprice,
        }))
        const content = JSON.stringify([siteid, supplierid, lines])
        const request_id = keys.get(content) ?? createUuid()
        keys.set(content, request_id)
        documents.push((await client.stock.create({ kind: 'order', siteid, supplierid, lines, request_id })).documentid)
      }
      return documents
    },
    meta: { changes: ['stock'], waits: false },
    onSuccess: async (documents) => {
      if (documents.length === 0) return
      const [documentid] = documents
      if (documents.length === 1 && documentid !== undefined)
        await navigate({ to: '/stock/$documentid', params: { documentid: String(documentid) } })
      else await navigate({ to: '/stock', search: { kind: 'order', status: 'draft' } })
    },
    onSettled: () => {
      isRunning.current = false
    },
  })
  /** The second click of a double click comes before the buttons are disabled. */
  const create = (creation: Creation) => {
    if (isRunning.current) return
    isRunning.current = true
    setQuestion(null)
    mutation.mutate(creation)
  }
  return { ...mutation, create, question, closeQuestion: () => setQuestion(null) }
}
