import { Combobox } from '@mantine/core'
import type { ProductSearch } from './use-product-search.ts'

/** The products that a text finds. */
export const ProductOptions = ({ search, isHidden }: { search: ProductSearch; isHidden: boolean }) => (
  <Combobox.Dropdown hidden={isHidden}>
    <Combobox.Options aria-label="Products">
      {search.rows.map(({ productid, productname, barcode, category }) => (
        <Combobox.Option key={productid} value={String(productid)}>
          {productname}
          <span className="second-line">{[barcode, category].filter(Boolean).join(' · ')}</span>
        </Combobox.Option>
      ))}
      {search.rows.length === 0 && <Combobox.Empty>{search.message}</Combobox.Empty>}
    </Combobox.Options>
  </Combobox.Dropdown>
)
