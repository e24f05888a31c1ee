import { z } from 'zod'
import type { DraftFields } from './draft-form.ts'

// What is typed in a draft and not saved. A reload keeps it; closing the tab ends it.

const text = z.string()

const Stored = z.object({
  /** The version of the document when it was opened; null for a new one. */
  version: z.number().nullable(),
  fields: z.object({
    siteid: z.number().nullable(),
    to_siteid: z.number().nullable(),
    supplierid: z.number().nullable(),
    reference: text,
    expected_on: text,
    note: text,
    lines: z.array(
      z.object({
        productid: z.number(),
        productname: text,
        barcode: text,
        stock: z.number(),
        is_archived: z.boolean(),
        quantity: text,
        purchaseprice: text,
        rejected: text,
        reason: text,
      }),
    ),
  }),
})
export type StoredDraft = { version: number | null; fields: DraftFields }

const getKey = (name: string) => `stock-draft ${name}`

export function readStoredDraft(name: string): StoredDraft | null {
  try {
    const stored = sessionStorage.getItem(getKey(name))
    return stored === null ? null : (Stored.safeParse(JSON.parse(stored)).data ?? null)
  } catch {
    return null // no access to the storage, or not JSON
  }
}

export function storeDraft(name: string, draft: StoredDraft) {
  try {
    sessionStorage.setItem(getKey(name), JSON.stringify(draft))
  } catch {
    // The storage is full or forbidden: a reload then loses the draft. Leaving the page asks before.
  }
}

export function forgetDraft(name: string) {
  try {
    sessionStorage.removeItem(getKey(name))
  } catch {
    // There is no draft without access to the storage.
  }
}
