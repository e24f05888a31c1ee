import { Button } from '@mantine/core'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { sumRand } from '../../../../contract/shared/decimal.ts'
import { formatRand, pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Decision, type UnknownProduct, UnknownProducts } from '../../../unknown-products/unknown-products.tsx'
import { describeDecisions } from './describe-preview.ts'

type Undecided = {
  /** Those of which the preview has the names. */
  shown: UnknownProduct[]
  /** All of them, and their lines. */
  products: number
  lines: number
}

/** What no product is called, without what a person decided. */
export function findUndecided(
  { unknown_items, unknown_products, unknown_products_total }: SalesImportPreview,
  decisions: readonly Decision[],
): Undecided {
  const isDecided = (product: UnknownProduct) => decisions.some((decision) => isSame(decision.product, product))
  const decided = unknown_products.filter(isDecided)
  return {
    shown: unknown_products.filter((product) => !isDecided(product)),
    products: unknown_products_total - decided.length,
    lines: unknown_items - decided.reduce((sum, { lines }) => sum + lines, 0),
  }
}

const isSame = (a: UnknownProduct, b: UnknownProduct) =>
  a.siteid === b.siteid && a.barcode === b.barcode && a.productname === b.productname

/** A preview whose unknown products are all added or linked: each has the VAT rate of its product. */
export const countAsKnown = (sales: SalesImportPreview): SalesImportPreview => ({
  ...sales,
  ...{ items: sales.items + sales.unknown_items, unknown_items: 0, vat: { ...sales.vat, assumed: [] } },
})

type Props = { open: Undecided; decisions: Decision[]; onChange: (decisions: Decision[]) => void }

/** What no product is called. It is added or linked when the sales are imported. */
export function UnknownItems({ open: { shown, products, lines }, decisions, onChange }: Props) {
  return (
    <section className="stack gap-8">
      {products > 0 && (
        <p>
          {pluralize(lines, 'line')} of {pluralize(products, 'product')} missing from your products:{' '}
          {shown.length < products && 'more than '}
          {formatRand(sumRand(shown.map(({ amount }) => amount)))}. They are kept under their own name.
        </p>
      )}
      {shown.length > 0 && <UnknownProducts products={shown} onDecide={(decided) => onChange([...decisions, ...decided])} />}
      {decisions.length > 0 && (
        <Notice
          kind="quiet"
          action={
            <Button variant="default" size="xs" onClick={() => onChange([])}>
              Change
            </Button>
          }
        >
          {describeDecisions(decisions)}
        </Notice>
      )}
    </section>
  )
}
