import { Autocomplete, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { toPriceText } from '../../lib/format/money.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { ItemRow } from '../../../contract/product-items.ts'
import { parsePrice } from '../../../contract/shared/decimal.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { api } from '../../lib/api/api.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import { FurtherBarcodes } from './further-barcodes.tsx'
import { PictureField } from './picture-field.tsx'
import classes from './product-form.module.css'
import { LABELS, listVatOptions, type ProductFields } from './product-form.ts'

type Form = Pick<
  UseFormReturnType<ProductFields>,
  'getInputProps' | 'getInputNode' | 'values' | 'errors' | 'setFieldValue' | 'isDirty' | 'insertListItem' | 'removeListItem'
>

const WIDE = { 'data-wide': true }
const SUGGESTIONS = 8

type Props = {
  form: Form
  sites: SiteOption[]
  /** Of the product that is edited or was just added. */
  productid: number | undefined
  /** Of a product that several sites sell. `rows` is undefined while they load. */
  item: { rows: ItemRow[] | undefined } | undefined
  isPictureRefused: boolean
  onRefusePicture: (reason: string | null) => void
}

export function ProductFieldset({ form, sites, productid, item, isPictureRefused, onRefusePicture }: Props) {
  // What is changed most often comes early on a phone, where the form is long.
  const isPhone = useIsPhone()
  const options = useQuery(api.products.options.queryOptions())
  const field = (name: keyof ProductFields) => ({ size: 'md', ...form.getInputProps(name) }) as const
  const number = (name: keyof ProductFields) => ({ ...field(name), inputMode: 'decimal', autoComplete: 'off' }) as const
  const suggested = {
    limit: SUGGESTIONS,
    openOnFocus: false,
    onKeyDown: skipOptions,
  } as const
  const isStockChanged = productid !== undefined && form.isDirty('stock')
  const numbers = (
    <div {...WIDE} className={`${classes.row} ${classes.numbersRow}`}>
      <TextInput label="Price (ZAR)" {...number('price')} />
      <TextInput label="Purchase price (ZAR)" {...number('purchaseprice')} />
      <TextInput label="Stock" {...number('stock')} />
      {item && <OwnPrice form={form} rows={item.rows?.filter((row) => row.productid !== productid)} />}
      {parsePrice(form.values.purchaseprice) === 0 && (
        <Checkbox
          className="full-row"
          // Below the first letter of the label.
          styles={{ description: { paddingInlineStart: 12 } }}
          label="Free to buy"
          description="Without this, 0 means the cost is unknown and no margin is shown."
          {...form.getInputProps('is_free', { type: 'checkbox' })}
        />
      )}
      {isStockChanged && (
        <TextInput
          className="full-row"
          label="Reason (optional)"
          placeholder="Delivery, count, breakage…"
          autoComplete="off"
          maxLength={200}
          {...field('stock_note')}
        />
      )}
    </div>
  )

  const tax = (
    <div {...WIDE} className={`${classes.row} ${classes.numbersRow}`}>
      <SelectField label="VAT" data={listVatOptions(options.data?.vat_rates, form.values.vat_rate)} {...field('vat_rate')} />
      <TextInput label="Reorder level (optional)" {...number('reorder_level')} />
      <TextInput label="Order quantity (optional)" {...number('order_quantity')} />
    </div>
  )

  return (
    <>
      {sites.length === 0 && (
        <div {...WIDE}>
          <Notice kind="quiet">
            A product needs a site. <Link to="/sites">Add your first site</Link>
          </Notice>
        </div>
      )}
      {item && (
        <div {...WIDE}>
          <Notice kind="quiet">
            Name, barcodes, category, supplier, description, picture, VAT and{' '}
            {form.values.has_own_price ? 'purchase price' : 'prices'} are changed at all{' '}
            {item.rows ? `${item.rows.length} sites` : 'sites'} that sell it.
            {form.values.has_own_price && ' The price changes at this site only.'}
          </Notice>
        </div>
      )}
      <div {...WIDE} className={`${classes.row} ${classes.siteRow}`}>
        <SelectField
          label="Site"
          placeholder="Select a site"
          data={sites.map(({ siteid, sitename }) => ({ value: siteid, label: sitename }))}
          {...field('siteid')}
        />
        <TextInput label="Product name" autoComplete="off" {...field('productname')} />
      </div>
      {isPhone && numbers}
      <div {...WIDE} className={classes.row}>
        <TextInput
          label="Barcode (optional)"
          autoComplete="off"
          onKeyDown={moveFocusAfterScan(form)}
          rightSection={canScanBarcodes() && <ScanButton onScan={(barcode) => form.setFieldValue('barcode', barcode)} />}
          {...field('barcode')}
        />
        <Autocomplete label="Category" data={options.data?.categories} {...suggested} {...field('category')} />
        <Autocomplete label="Supplier" data={options.data?.suppliers} {...suggested} {...field('supplier')} />
      </div>
      <FurtherBarcodes form={form} />
      <div {...WIDE} className={`${classes.row} ${classes.descriptionRow}`}>
        <Textarea label="Description" rows={4} {...field('description')} />
        <PictureField
          productid={productid}
          value={form.values.picture}
          onChange={(picture) => form.setFieldValue('picture', picture)}
          error={form.errors['picture']}
          isRefused={isPictureRefused}
          onRefuse={onRefusePicture}
        />
      </div>
      {!isPhone && numbers}
      {tax}
    </>
  )
}

/** Whether the price is that of this site alone. Without it, the field has the price of the other sites. */
function OwnPrice({ form, rows = [] }: { form: Form; rows: ItemRow[] | undefined }) {
  const shared = rows.find((row) => !row.has_own_price)
  return (
    <Checkbox
      className="full-row"
      styles={{ description: { paddingInlineStart: 12 } }}
      label={LABELS.has_own_price}
      description="Price changes at other sites do not apply here."
      {...form.getInputProps('has_own_price', { type: 'checkbox' })}
      onChange={({ currentTarget: { checked } }) => {
        form.setFieldValue('has_own_price', checked)
        if (!checked && shared) form.setFieldValue('price', toPriceText(shared.price))
      }}
    />
  )
}

/** A scanner sends Enter after the barcode: the focus moves on, the form is not saved. */
const moveFocusAfterScan = (form: Form) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter') return
  event.preventDefault()
  form.getInputNode('category')?.focus()
}
