import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { isOfShop, readScaleBarcode, type ScaleBarcode } from '../../../contract/shared/scale-barcodes.ts'
import { ScalePatterns } from '../../../contract/shared/scale-patterns.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage, NO_CONNECTION } from '../../lib/api/messages.ts'
import { formatQuantity, formatRand } from '../../lib/format/money.ts'

/** The first product that has one of these barcodes; null where none has. */
async function findFirst(barcodes: string[]) {
  for (const barcode of barcodes) {
    const { rows } = await client.products.list({ ...ProductsSearch.parse({}), barcode })
    if (rows[0]) return rows[0]
  }
  return null
}

const describeAmount = ({ weight, price }: ScaleBarcode) =>
  weight === null ? `${formatRand(price ?? 0)}, counted as one` : `${formatQuantity(weight)} kg`

/** Why a barcode is not one of a scale. */
function explain(barcode: string) {
  return isOfShop(barcode)
    ? 'No pattern above fits this barcode.'
    : 'Not a scale barcode. These have 13 digits and begin with 2 or 02.'
}

/** Says what a scanned or typed barcode is by patterns that are not saved yet. */
export function TryBarcode({ patterns }: { patterns: string[] }) {
  const [typed, setTyped] = useState('')
  const [barcode] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const checked = ScalePatterns.safeParse(patterns)
  const scale = readScaleBarcode(checked.data ?? [], barcode)
  const identities = scale?.identities ?? []
  const product = useQuery({
    queryKey: ['products', 'scale barcode', identities],
    queryFn: () => findFirst(identities),
    enabled: scale?.isChecked === true,
  })
  const describe = (found: ScaleBarcode) => {
    if (!found.isChecked) return 'The check digit of this barcode is wrong.'
    if (product.isError) return getErrorMessage(product.error, NO_CONNECTION)
    if (product.data === undefined) return 'Searching…'
    const amount = describeAmount(found)
    return product.data
      ? `${product.data.productname}: ${amount}`
      : `${amount}. No product has the barcode ${found.identities.slice(0, -1).join(' or ')}.`
  }
  const result = scale ? describe(scale) : barcode !== '' && checked.success ? explain(barcode) : ''
  return (
    <TextInput
      size="md"
      wrapperProps={{ 'data-wide': true }}
      label="Try a barcode (optional)"
      description={<span aria-live="polite">{result}</span>}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      // Enter, which a scanner sends too, would save the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
