import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { LineFilters } from '../../../contract/search/filters.ts'
import { api } from '../../lib/api/api.ts'
import { formatVatRate } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

/** A report led to the sales that have such a line. The figures of this screen are those of whole sales. */
export function LineFiltersNotice({ filters, onRemove }: { filters: LineFilters; onRemove: () => void }) {
  const { products, categories, suppliers, vat_rates } = filters
  const names = [
    ...products.map((productid) => <ProductName key={productid} productid={productid} />),
    ...categories.map((name) => (name ? `category ${name}` : 'no category')),
    ...suppliers.map((name) => (name ? `supplier ${name}` : 'no supplier')),
    ...vat_rates.map((rate) => `VAT rate ${formatVatRate(rate)}`),
  ]
  return (
    <Box mb="md">
      <Notice
        kind="quiet"
        action={
          <Button variant="default" size="compact-sm" onClick={onRemove}>
            Show all
          </Button>
        }
      >
        Only sales with:{' '}
        {names.map((name, index) => (
          <Fragment key={index}>
            {index > 0 && ', '}
            {name}
          </Fragment>
        ))}
        . Amounts are for whole sales.
      </Notice>
    </Box>
  )
}

function ProductName({ productid }: { productid: number }) {
  const { data, isError } = useQuery({ ...api.products.get.queryOptions({ input: { productid } }), retry: false })
  return data?.productname ?? (isError ? 'an unknown product' : '…')
}
