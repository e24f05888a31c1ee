import { useMutation } from '@tanstack/react-query'
import type { Changes } from './stale-queries.ts'

/** A mutation that changes the given things. It ends when what shows them is read again, or at once if `waits` is false. */
export const useSave = <Input, Answer>(save: (input: Input) => Promise<Answer>, changes: Changes, { waits = true } = {}) =>
  useMutation({
    mutationFn: (input: Input) => save(input),
    meta: { changes, waits },
    gcTime: 0, // input or answer may be a password or a key
  })
