import { InvalidArgumentError } from 'commander'
import { Id } from '../../contract/shared/fields.ts'

/** Parses the number of a row. */
export function parseId(text: string) {
  const { data } = Id.safeParse(/^\d+$/.test(text) ? Number(text) : undefined)
  if (data === undefined) throw new InvalidArgumentError('It is a whole number, as the list shows it.')
  return data
}
