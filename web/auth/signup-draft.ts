import { z } from 'zod'

// What was typed in an unfinished sign-up, without the passwords. A reload keeps it; closing the tab ends it.

const Draft = z.object({
  account: z.object({ email: z.string(), firstname: z.string(), lastname: z.string() }),
  business: z.object({ p_name: z.string(), p_reg: z.string() }),
  site: z.object({ sitename: z.string(), location: z.string() }),
  plan: z.object({ subscriptionid: z.number().nullable() }),
})
export type SignupDraft = z.infer<typeof Draft>

const KEY = 'signup-draft'

export function readDraft(): SignupDraft | null {
  try {
    const stored = sessionStorage.getItem(KEY)
    return stored === null ? null : (Draft.safeParse(JSON.parse(stored)).data ?? null)
  } catch {
    return null // no access to the storage, or not JSON
  }
}

export function saveDraft(draft: SignupDraft) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Draft.parse(draft)))
  } catch {
    // The storage is full or forbidden: a reload then loses the draft.
  }
}

export function deleteDraft() {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is no draft without access to the storage.
  }
}
