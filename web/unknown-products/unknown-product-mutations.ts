import { client } from '../lib/api/api.ts'
import { useSave } from '../lib/api/use-save.ts'

/** What shows the lines of sales is read again when it is shown. */
export const useAddProducts = () => useSave(client.products.unknown.add, ['products.unknown'], { waits: false })

export const useLinkProduct = () => useSave(client.products.unknown.link, ['products.unknown'], { waits: false })
