import type { ProductListChoice } from '../../../contract/search/products.ts'
import { PRODUCT_COLUMNS, PRODUCTS_PER_PAGE } from '../../../contract/shared/constants.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { changeSession, useSession } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { showFailure } from '../../ui/feedback/toast.tsx'

export type ProductColumn = ProductListChoice['columns'][number]

export const COLUMN_TITLES: Record<ProductColumn, string> = { picture: 'Picture', cost: 'Cost', margin: 'Margin' }

export const USUAL_COLUMNS: ProductColumn[] = ['picture']

/** What the person chose last. */
export function useListChoice(): ProductListChoice {
  const { per_page, columns } = useSession()?.product_list ?? { per_page: PRODUCTS_PER_PAGE, columns: USUAL_COLUMNS }
  const seesCosts = useSeesCosts()
  return {
    per_page,
    columns: PRODUCT_COLUMNS.filter((column) => columns.includes(column) && (seesCosts || column === 'picture')),
  }
}

let newest: ProductListChoice
let saved: Promise<unknown> = Promise.resolve()

/** Keeps the choice for the other visits and devices of the person. */
export function saveListChoice(choice: ProductListChoice) {
  const show = () => changeSession({ product_list: choice })
  newest = choice
  show()
  // One after the other, or an earlier choice could be saved last.
  saved = saved
    .then(() => client.account.saveProductList(choice))
    // A session that was read while it was saved has the choice before.
    .then(() => choice === newest && show())
    .catch((error) => {
      console.error(error)
      showFailure('Could not save your choice for next time.')
    })
}
