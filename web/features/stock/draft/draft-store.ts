import { z } from 'zod'
import { DraftFields } from './draft-form.ts'

// What is typed in a draft and not saved. A reload keeps it; closing the tab ends it.

const StoredDraft = z.object({
  /** The version of the document when it was opened; null for a new one. */
  version: z.number().nullable(),
  fields: DraftFields,
})
export type StoredDraft = z.infer<typeof StoredDraft>

const getKey = (name: string) => `stock-draft ${name}`

export function readStoredDraft(name: string): StoredDraft | null {
  try {
    const stored = sessionStorage.getItem(getKey(name))
    return stored === null ? null : (StoredDraft.safeParse(JSON.parse(stored)).data ?? null)
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
