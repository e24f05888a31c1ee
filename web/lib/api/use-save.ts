import { useMutation } from '@tanstack/react-query'

/**
 * A mutation that invalidates what it changes. A successful one waits for the new data. A failed one does not wait, but also
 * invalidates: the row may have changed, or the save may have succeeded although no answer came.
 */
export const useSave = <Input, Answer>(save: (input: Input) => Promise<Answer>, invalidate: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (input: Input) => save(input),
    onSuccess: () => invalidate(),
    onError: () => void invalidate(),
    gcTime: 0, // input or answer may be a password or a key
  })
