import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProductsSearch } from '../../contract/search/products.ts'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { api } from '../lib/api/api.ts'
import { SelectField } from '../ui/form/select-field.tsx'

type Props = { siteid: number; label: string; disabled: boolean; onChoose: (productid: number, productname: string) => void }

/** Finds a product of a site by its name or barcode. */
export function ProductSelect({ siteid, label, disabled, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const found = useQuery(
    api.products.list.queryOptions({ input: ProductsSearch.parse({ siteid, q }), placeholderData: keepPreviousData }),
  )
  return (
    <SelectField
      flex="1 1 220px"
      aria-label={label}
      placeholder="Find the product"
      data-autofocus
      autoFocus
      searchable
      disabled={disabled}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'Nothing found.'}
      data={(found.data?.rows ?? []).map(({ productid, productname }) => ({ value: productid, label: productname }))}
      value={null as number | null}
      onChange={(productid) => {
        const product = found.data?.rows.find((row) => row.productid === productid)
        if (product) onChoose(product.productid, product.productname)
      }}
    />
  )
}
