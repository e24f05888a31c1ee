import { Box } from '@mantine/core'
import { useId } from 'react'
import type { ProductChange, ProductChangePreview } from '../../../../contract/product-changes.ts'
import { describeBulkChange } from '../../../lib/format/bulk-change.ts'
import { formatCount, pluralize } from '../../../lib/format/money.ts'
import { ScrollBox } from '../../../ui/layout/scroll-box.tsx'
import { SmallTable, type SmallTableColumn } from '../../../ui/layout/small-table.tsx'
import { StepHeading } from '../../../ui/steps/step-heading.tsx'
import { describeEffect, formatValue, goesAgainst } from './describe-bulk-effect.ts'
import type { PreviewStep } from './use-bulk-change.ts'

const createColumns = (change: ProductChange): SmallTableColumn<ProductChangePreview['lines'][number]>[] => [
  { title: 'Product', holds: 'name', cell: ({ productname, sitename }) => [productname, sitename].filter(Boolean).join(' • ') },
  { title: 'Before', holds: 'number', cell: ({ before }) => formatValue(change, before) },
  {
    title: 'After',
    holds: 'number',
    cell: (line) => (
      <>
        <b>{formatValue(change, line.after)}</b>
        {goesAgainst(change, line) && (
          <Box component="span" className="second-line" c="var(--amber)">
            {Number(line.after) < Number(line.before) ? 'lower' : 'higher'}
          </Box>
        )}
      </>
    ),
  },
]

/** What a change would do: the number of products, and each of them. */
export function BulkChangeLines({ change, preview }: PreviewStep) {
  const { changed, unchanged, refused, elsewhere = 0, lines } = preview
  const titleId = useId()
  const against = lines.filter((line) => goesAgainst(change, line)).length
  return (
    <>
      <StepHeading title={describeEffect(change, preview)}>
        {`${describeBulkChange(change)}: ${pluralize(changed, 'product')} will change.`}
        {elsewhere > 0 &&
          ` ${formatCount(elsewhere)} of them ${elsewhere === 1 ? 'is' : 'are'} at other sites that sell the same.`}
        {unchanged > 0 && ` ${formatCount(unchanged)} ${unchanged === 1 ? 'has' : 'have'} this value already.`}
        {against > 0 &&
          ` Because of the price ending, ${pluralize(against, 'price')} ${against === 1 ? 'moves' : 'move'} the other way (marked).`}
        {refused > 0 &&
          ` ${formatCount(refused)} ${refused === 1 ? 'keeps its price' : 'keep their price'}, because the new one would be below zero or too large.`}
      </StepHeading>
      {lines.length > 0 && (
        <section>
          <Box component="h3" id={titleId} mb="xs">
            {changed > lines.length ? `The first ${formatCount(lines.length)} of ${formatCount(changed)}` : 'Products'}
          </Box>
          <ScrollBox titleId={titleId}>
            <SmallTable
              titleId={titleId}
              columns={createColumns(change)}
              rows={lines}
              rowKey={({ productid }) => productid}
              skeletonRows={0}
            />
          </ScrollBox>
        </section>
      )}
    </>
  )
}
