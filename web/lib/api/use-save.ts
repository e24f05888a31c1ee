import { useMutation } from '@tanstack/react-query'

/**
 * A write, and what reads anew all that it makes stale: one that succeeds is done when that has come. What was refused may be no
 * more as the list shows it, and what was not answered may have been done: that is not waited for.
 */
export const useSave = <Input, Answer>(write: (input: Input) => Promise<Answer>, invalidate: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (input: Input) => write(input),
    onSuccess: () => invalidate(),
    onError: () => void invalidate(),
    gcTime: 0, // what was sent or answered may be a password or a key
  })
