import { schemaResolver, useForm } from '@mantine/form'
import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import { type Product, ProductForm, type ProductInput } from '../../../contract/products.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { api, client } from '../../lib/api/api.ts'
import { findDifferences, rebase } from '../../lib/api/edit-conflict.ts'
import { getErrorCode, getErrorMessage } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { IncomingUnits } from './incoming-units.tsx'
import { ItemSection } from './item-section.tsx'
import type { PictureChoice } from './picture-field.tsx'
import { ProductFieldset } from './product-fieldset.tsx'
import { createEditedProduct, createEmptyProduct, type ProductFields, toFields } from './product-form.ts'
import { useSavePicture, useSaveProduct } from './product-mutations.ts'
import { StockHistorySection } from './stock-history-section.tsx'

type Props = {
  product?: Product
  /** Of the product that is added. */
  barcode?: string | undefined
  /** The site of the list's filter. */
  filteredSite?: number | undefined
  onSaved: (productid: number) => void
  onClose: () => void
}

const SUBTITLE = 'Fill in the product details below'
const getTitle = (product: Product | undefined) => (product ? 'Edit product' : 'Add product')

/** Adds a product, or edits the given one. */
export function ProductDialog(props: Props) {
  const sites = useQuery(api.sites.options.queryOptions())
  if (sites.data) return <ProductFormDialog {...props} sites={sites.data} />
  const { product, onClose } = props
  return (
    <LoadingDialog
      title={getTitle(product)}
      subtitle={SUBTITLE}
      query={sites}
      failure="Failed to load sites"
      fields={5}
      onClose={onClose}
    />
  )
}

/** Edits the product of a link. */
export function LinkedProductDialog({ productid, onSaved, onClose }: Pick<Props, 'onSaved' | 'onClose'> & { productid: number }) {
  // Not cached: a form begins with the product as it is now.
  const linked = useQuery(api.products.get.queryOptions({ input: { productid }, gcTime: 0 }))
  if (linked.data) return <ProductDialog product={linked.data} onSaved={onSaved} onClose={onClose} />
  return (
    <LoadingDialog
      title="Edit product"
      subtitle={SUBTITLE}
      query={linked}
      failure="Failed to load the product"
      fields={5}
      onClose={onClose}
    />
  )
}

function ProductFormDialog({ product, barcode, filteredSite, sites, onSaved, onClose }: Props & { sites: SiteOption[] }) {
  const save = useSaveProduct()
  const savePicture = useSavePicture()
  // One key for all attempts of this dialog: a retry after a lost answer returns the product that was created.
  const [request_id] = useState(createUuid)
  const [refusedPicture, setRefusedPicture] = useState<string | null>(null)
  const [isJoined, setJoined] = useState(product?.has_own_price !== undefined)
  const item = useQuery(
    api.products.item.queryOptions({
      input: { productid: product?.productid ?? 0 },
      enabled: isJoined,
      meta: { changesWith: 'sales' },
    }),
  )
  const rows = isJoined ? item.data : undefined
  const isItem = isJoined && item.data?.length !== 1
  const form = useForm<ProductFields, Sent>({
    initialValues: product ? toFields(product) : createEmptyProduct(sites, filteredSite, barcode),
    validate: ({ picture: _, stock_note: __, has_own_price: ___, ...fields }) => ({
      ...validateFields(fields),
      ...(refusedPicture && { picture: refusedPicture }),
    }),
    transformValues: ({ picture, stock_note, has_own_price, ...fields }) => ({
      input: { ...ProductForm.parse(fields), ...(isItem && { has_own_price }) },
      ...{ stock_note, picture },
    }),
  })

  const conflict = useEditConflict(createEditedProduct(sites), form, product)
  const { opened } = conflict

  /** The other rows went on without it, so that it has a new version. What was typed is kept. */
  const readSeparated = async () => {
    if (!opened) return
    const now = await client.products.get({ productid: opened.productid })
    const fields = toFields(now)
    form.setValues(rebase(fields, form.getValues(), form.getInitialValues()))
    conflict.onSaved(now, fields)
    setJoined(false)
  }

  const refusePicture = (reason: string | null) => {
    setRefusedPicture(reason)
    form.setFieldError('picture', reason)
  }

  const onSave = async ({ input, stock_note, picture }: Sent) => {
    const kept = opened?.picture ?? null
    const typed = form.getValues()
    const saved = await save.mutateAsync({ input, request_id, opened, stock_note })
    const sitename = sites.find(({ siteid }) => siteid === saved.siteid)?.sitename ?? ''
    // If saving the picture fails, or the form was changed since, the next save does not add the product again.
    const row = { ...saved, sitename }
    const fields = { ...toFields(row), picture: kept }
    conflict.onSaved(row, fields)
    if (typeof picture !== 'string' && picture !== kept)
      await savePicture.mutateAsync({ productid: saved.productid, picture }).catch((error) => {
        // The dialog stays open with what is saved now, '42,90' for '42.9', and with what was typed since.
        const changed: string[] = findDifferences(typed, form.getValues())
        form.setValues(Object.fromEntries(Object.entries({ ...fields, picture }).filter(([name]) => !changed.includes(name))))
        throwPictureError(error)
      })
    onSaved(saved.productid)
    return saved
  }

  return (
    <FormDialog
      title={getTitle(opened)}
      subtitle={SUBTITLE}
      form={form}
      onSave={onSave}
      saved={({ productid, productname }) =>
        product
          ? { text: `Saved ${productname}` }
          : { text: `Added ${productname}`, link: linkOptions({ to: '/products', search: { product: productid } }) }
      }
      onClose={onClose}
      errorField={(error) => findErrorField(error, form.getValues())}
      conflict={conflict}
    >
      <ProductFieldset
        form={form}
        sites={sites}
        productid={opened?.productid}
        item={isItem ? { rows } : undefined}
        isPictureRefused={refusedPicture !== null}
        onRefusePicture={refusePicture}
      />
      {opened && (isItem || sites.length > 1) && (
        <ItemSection
          productid={opened.productid}
          rows={rows}
          sites={sites.filter(({ siteid }) => isItem || siteid !== opened.siteid)}
          onAdded={() => setJoined(true)}
          onSeparated={readSeparated}
        />
      )}
      {product && <IncomingUnits productid={product.productid} />}
      {product && <StockHistorySection productid={product.productid} />}
      {product && (
        <HistorySection
          noun="product"
          of={{ rowid: String(product.productid) }}
          isUndoDisabled={form.isDirty()}
          onUndone={onClose}
        />
      )}
    </FormDialog>
  )
}

type Sent = { input: ProductInput & Pick<Product, 'has_own_price'>; stock_note: string; picture: PictureChoice }

const validateFields = schemaResolver(ProductForm, { sync: true })

/** The field that an error code is about. */
const ERROR_FIELDS: Record<string, keyof ProductFields> = {
  BARCODE_TAKEN: 'barcode',
  NO_SITE: 'siteid',
  AT_SITE: 'siteid',
  OUT_OF_STOCK_RANGE: 'stock',
  PICTURE_REFUSED: 'picture',
}

/** Of a barcode that another product has: its row, or the field of the barcode. */
function findErrorField(error: unknown, { further_barcodes }: ProductFields): string | undefined {
  const code = getErrorCode(error) ?? ''
  if (code !== 'FURTHER_BARCODE_TAKEN' || !(error instanceof ORPCError)) return ERROR_FIELDS[code]
  const index = further_barcodes.findIndex(({ barcode }) => barcode.trim() === error.data?.barcode)
  return index < 0 ? 'barcode' : `further_barcodes.${index}.barcode`
}

/** The message says that the product is saved. */
function throwPictureError(cause: unknown): never {
  const code = getErrorCode(cause) === 'PICTURE_REFUSED' ? 'PICTURE_REFUSED' : 'PICTURE_UNSAVED'
  const message = `Saved the product, but not its picture. ${getErrorMessage(cause, 'Please try again.')}`
  throw new ORPCError(code, { message, cause })
}
