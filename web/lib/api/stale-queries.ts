import { MutationCache, type QueryClient } from '@tanstack/react-query'
import type { contract } from '../../../contract/index.ts'
import { getErrorCode } from './messages.ts'

type Contract = typeof contract
/** A router of the contract, or one inside it: `products`, `products.list`. */
type Path = { [Noun in keyof Contract & string]: Noun | `${Noun}.${keyof Contract[Noun] & string}` }[keyof Contract & string]

/** Each shows names or figures of the others. Only what is on screen is read again at once. */
const RELATED: Path[] = [
  'accounting',
  'cashUps',
  'dashboard',
  'employees',
  'products',
  'reports',
  'sales',
  'session',
  'sites',
  'stock',
  'stockReports',
  'suppliers',
]

/** By what changes: what else shows it. */
const SHOWN_IN: { [Changed in Path]?: Path[] } = {
  account: ['session'],
  cashUps: ['accounting'],
  employees: RELATED,
  products: RELATED,
  'products.unknown': RELATED,
  refusedSales: RELATED,
  sellers: RELATED,
  salesImports: RELATED,
  sites: RELATED,
  stock: RELATED,
  suppliers: RELATED,
  tills: ['sites'],
  vatRates: ['products'],
}

/** The queries of what changes. */
export type Changes = readonly Path[]

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      changes?: Changes
      /** False: the mutation succeeds without waiting for the queries. */
      waits?: boolean
    }
  }
}

/** Reads again what changes and what else shows it. Resolves when what changes is read. */
export async function invalidate(queries: QueryClient, changes: Changes) {
  const read = (path: Path) => queries.invalidateQueries({ queryKey: [path.split('.')] })
  // The log has an entry of each change.
  const others = ['changes' as const, ...changes.flatMap((changed) => SHOWN_IN[changed] ?? [])]
  for (const path of new Set(others)) if (!changes.includes(path)) void read(path)
  await Promise.all(changes.map(read))
}

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
 * Invalidates what a mutation changes, as its `meta` says. A successful one waits for the new data. A failed one does not wait, but also
 * invalidates, unless its input was refused: the row may have changed, or the save may have succeeded although no answer came.
 */
export const createMutationCache = () =>
  new MutationCache({
    onSettled: (_answer, error, _input, _result, { meta }, { client }) => {
      if (!meta?.changes || INPUT_REFUSALS.includes(getErrorCode(error) ?? '')) return
      const read = invalidate(client, meta.changes)
      return error || meta.waits === false ? undefined : read
    },
  })
