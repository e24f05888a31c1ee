import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Product, type ProductInput } from '../../contract/products.ts'
import { api, client } from '../lib/api.ts'
import { codeOf } from '../lib/messages.ts'

/** What the dialog that saves showed when it was opened. */
type Opened = Pick<Product, 'productid' | 'version' | 'stock'>

type Save = { input: ProductInput; opened?: Opened }

/** Adds a product, or changes the one that was opened. */
export function useSaveProduct() {
  const stale = useStaleProducts()
  return useMutation({
    mutationFn: async ({ input, opened }: Save) => {
      if (!opened) return void (await client.products.create(input))
      const { productid, version, stock } = opened
      await client.products.update({ ...input, productid, opened: { version, stock } })
    },
    onSuccess: stale,
    onError: whenRefused(stale),
  })
}

export function useRemoveProduct() {
  const stale = useStaleProducts()
  return useMutation({
    mutationFn: ({ productid }: Pick<Product, 'productid'>) => client.products.remove({ productid }),
    onSuccess: stale,
    onError: whenRefused(stale),
  })
}

/** What the product has become, when that is why saving it was refused. */
export const changedTo = (error: unknown) =>
  error instanceof ORPCError && error.code === 'CHANGED' ? Product.safeParse(error.data).data : undefined

/** A refusal says that the list shows what is no more. */
const whenRefused = (stale: () => Promise<void>) => (error: unknown) => {
  if (codeOf(error) === 'NOT_FOUND' || codeOf(error) === 'CHANGED') void stale()
}

/** The dashboard counts low stock. A write is done when the list shows it, so the list alone is waited for. */
function useStaleProducts() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    void queries.invalidateQueries({ queryKey: api.products.options.key() })
    return queries.invalidateQueries({ queryKey: api.products.list.key() })
  }
}
