import { useMutation } from '@tanstack/react-query'
import { getErrorCode } from './messages.ts'

/** The server saved nothing, for a reason that is in the input: what is shown is no older than before. */
const INPUT_REFUSALS = [
  'BAD_REQUEST',
  'UNPROCESSABLE_CONTENT',
  'TOO_MANY_ATTEMPTS',
  'WRONG_PASSWORD',
  'CODE_WRONG',
  'BARCODE_TAKEN',
  'NAME_TAKEN',
  'EMAIL_TAKEN',
  'NOT_CREATED',
  'URL_REFUSED',
  'PICTURE_REFUSED',
  'OUT_OF_STOCK_RANGE',
  'LAST_OWNER',
  'OWNER_ONLY',
]

/**
 * A mutation that invalidates what it changes. A successful one waits for the new data. A failed one does not wait, but also
 * invalidates, unless its input was refused: the row may have changed, or the save may have succeeded although no answer came.
 */
export const useSave = <Input, Answer>(save: (input: Input) => Promise<Answer>, invalidate: () => Promise<unknown>) =>
  useMutation({
    mutationFn: (input: Input) => save(input),
    onSuccess: () => invalidate(),
    onError: (error) => {
      if (!INPUT_REFUSALS.includes(getErrorCode(error) ?? '')) void invalidate()
    },
    gcTime: 0, // input or answer may be a password or a key
  })
