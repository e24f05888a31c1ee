import { Box, type BoxProps, Button } from '@mantine/core'
import { IconPackage, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PRODUCT_COLUMNS, PRODUCT_PAGE_SIZES, PRODUCTS_PER_PAGE } from '../../../contract/shared/constants.ts'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { api } from '../../lib/api/api.ts'
import { isDigits } from '../../lib/format/is-digits.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { ColumnItems } from '../../list/columns-menu.tsx'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { isFiltered, withFilter } from '../../list/list-rules.ts'
import { useSavedRow } from '../../list/use-saved-row.ts'
import { useSelection } from '../../list/use-selection.ts'
import { useLeaveQuestion } from '../../ui/dialog/use-leave-question.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { QuietButton } from '../../ui/layout/quiet-link.tsx'
import { BulkChangeMenu } from './bulk-changes/bulk-change-menu.tsx'
import { createInlineEdits } from './inline-edits.ts'
import { COLUMN_TITLES, saveListChoice, USUAL_COLUMNS, useListChoice } from './list-choice.ts'
import { createProductView } from './product-columns.tsx'
import { type OpenDialog, ProductDialogs } from './product-dialogs.tsx'
import { ProductFilters } from './product-filters.tsx'
import { useSaveProduct } from './product-mutations.ts'
import { EXPORT_PATH, getExportUrl, listQuery, type Search, similarQuery, TEMPLATE_URL, UNFILTERED } from './product-queries.ts'
import { UnsavedEdits } from './unsaved-edits.tsx'
import { useBarcodeSearch } from './use-barcode-search.ts'

const route = getRouteApi('/_signed-in/products')

export function ProductsPage() {
  const search: Search = route.useLoaderDeps()
  const { product: linked, add: added } = route.useSearch()
  const choice = useListChoice()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, ({ search: next, replace }) =>
    navigate({ search: { ...toUrl(next, choice.per_page), product: linked }, replace }),
  )
  const products = useQuery(listQuery(search))
  const sites = useQuery(api.sites.options.queryOptions())
  const hasSites = (sites.data?.length ?? 0) > 1
  const may = useMay()
  const seesCosts = useSeesCosts()
  const similar = useQuery(similarQuery(hasSites && may('products.probablySame')))
  const sameBarcode = useQuery(api.products.sameBarcode.queryOptions({ input: { page: 1 }, enabled: may('products.merge') }))
  const perItem = search.per === 'item'
  const selection = useSelection(search, EXPORT_PATH, perItem ? { per: search.per } : {})
  const { savedKey, markSaved } = useSavedRow()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [isInline, setInline] = useState(false)
  useEffect(() => {
    if (isInline) document.querySelector<HTMLElement>('[data-inline=price]')?.focus()
  }, [isInline])
  const { mutateAsync: saveProduct } = useSaveProduct()
  const [edits] = useState(() => createInlineEdits(saveProduct))
  const leaveQuestion = useLeaveQuestion({ isUnsaved: () => edits.getAll().size > 0, canLeave: edits.saveAll })
  const results = products.data?.results ?? 0
  const noun = perItem ? 'item' : 'product'
  const changeAll = () => {
    const { page: _, per_page: __, ...found } = search
    setDialog({ kind: 'change', search: found, scope: `All ${pluralize(results, noun)} of the list` })
  }
  const changeSelected = () => {
    const { sort, dir, per } = search
    const ids = [...selection.keys].join(',')
    setDialog({ kind: 'change', search: { ids, sort, dir, per }, scope: `${pluralize(selection.keys.size, `selected ${noun}`)}` })
  }
  const resize = (size: number) => {
    const per_page = PRODUCT_PAGE_SIZES.find((option) => option === size) ?? PRODUCTS_PER_PAGE
    saveListChoice({ ...choice, per_page })
    // Back leads to the list before with the new size, so the same list is no entry of its own.
    void navigate({ search: toUrl(withFilter(search, { per_page }), per_page), replace: true })
  }
  const scan = useBarcodeSearch({
    onProduct: (product) => setDialog({ kind: 'edit', product }),
    onSeveral: (barcode) => show(withFilter(search, { ...UNFILTERED, q: barcode })),
  })
  const isUnknownBarcode = isDigits(search.q) && (scan.unknown === search.q || !isFiltered({ ...search, q: '' }, UNFILTERED))
  const countSimilar = similar.data?.results ?? 0
  const showSimilar = () => setDialog({ kind: 'similar' })
  const add = (barcode?: string) => setDialog({ kind: 'add', ...(barcode && { barcode }) })
  const importFile = () => setDialog({ kind: 'import' })

  return (
    <>
      <PageHeader
        title="Products"
        subtitle="Catalog management"
        more={
          <>
            {may('products.imports.confirm') && (
              <Button variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />} onClick={importFile}>
                Import CSV
              </Button>
            )}
            <ExportButton url={getExportUrl(search)} />
          </>
        }
        action={may('products.create') && <AddButton onClick={() => add()}>Add product</AddButton>}
      />
      <ProductFilters
        search={search}
        hasSites={hasSites}
        onSearch={show}
        onFind={(q) => {
          scan.forget(q)
          find(q)
        }}
        onScan={scan.find}
        results={products.data?.results}
      />
      <SameBarcodeNotice pairs={sameBarcode.data?.results ?? 0} onShow={() => setDialog({ kind: 'same-barcode' })} />
      <UnsavedEdits edits={edits} shown={new Set(products.data?.rows.map(({ productid }) => productid))} />
      <DataTable
        title="Inventory"
        view={createProductView(setDialog, {
          sites: hasSites,
          perItem,
          may,
          inline: isInline && !perItem ? edits : null,
          columns: choice.columns,
          hasPictures: products.data?.rows.some(({ picture }) => picture) ?? false,
        })}
        query={products}
        search={search}
        onSearch={show}
        savedKey={savedKey}
        selection={selection}
        selectionAction={
          may('products.changes.preview') && (
            <Button variant="default" onClick={changeSelected}>
              Change selected
            </Button>
          )
        }
        aside={
          (results > 0 || isFiltered(search, UNFILTERED)) && (
            <>
              <SimilarLink count={countSimilar} onClick={showSimilar} visibleFrom="sm" />
              {may('products.changes.preview') && (
                <BulkChangeMenu
                  results={results}
                  isInline={isInline && !perItem}
                  perItem={perItem}
                  onInline={() => setInline(true)}
                  onDone={async () => setInline(!(await edits.saveAll()))}
                  onChangeAll={changeAll}
                  onShowEarlier={() => setDialog({ kind: 'earlier-changes' })}
                />
              )}
            </>
          )
        }
        columnItems={
          <ColumnItems
            possible={seesCosts ? PRODUCT_COLUMNS : ['picture']}
            titles={COLUMN_TITLES}
            columns={choice.columns}
            onChange={(columns = USUAL_COLUMNS) => saveListChoice({ ...choice, columns })}
            hasOthers
          />
        }
        pageSize={{ value: search.per_page, options: PRODUCT_PAGE_SIZES, onChange: resize }}
        failure="Failed to load products"
        empty={{
          icon: IconPackage,
          text: 'No products found.',
          unfiltered: UNFILTERED,
          action: may('products.create') && <FirstProducts onAdd={() => add()} onImport={importFile} />,
          filteredAction: isUnknownBarcode && may('products.create') && <UnknownBarcode barcode={search.q} onAdd={add} />,
        }}
      />
      <SimilarLink count={countSimilar} onClick={showSimilar} hiddenFrom="sm" />
      <ProductDialogs
        dialog={dialog}
        linked={linked}
        added={added}
        filteredSite={search.siteid}
        onEdit={(product) => setDialog({ kind: 'edit', product })}
        onSaved={markSaved}
        onRemoved={(productid) => selection.choose([productid], false)}
        onClose={() => setDialog(null)}
        onCloseLinked={() => void navigate({ search: toUrl(search, choice.per_page), replace: true })}
      />
      {leaveQuestion}
    </>
  )
}

/** Pairs from before barcodes that are written in different ways were one. Nothing joins them but a person. */
const SameBarcodeNotice = ({ pairs, onShow }: { pairs: number; onShow: () => void }) =>
  pairs > 0 && (
    <Box mb="md">
      <Notice
        kind="quiet"
        action={
          <Button variant="default" size="xs" onClick={onShow}>
            Show {pairs === 1 ? 'the pair' : 'the pairs'}
          </Button>
        }
      >
        {pluralize(pairs, 'pair')} {pairs === 1 ? 'has' : 'have'} the same barcode: join or change
      </Notice>
    </Box>
  )

type SimilarProps = { count: number; onClick: () => void } & Pick<BoxProps, 'visibleFrom' | 'hiddenFrom'>

/** Leads to the products that are probably the same: where the title of the list has no room, below the list. */
const SimilarLink = ({ count, onClick, ...shown }: SimilarProps) =>
  count > 0 && (
    <Box className="small" c="var(--accent)" py="xs" {...shown}>
      <QuietButton onClick={onClick}>Probably the same ({formatCount(count)})</QuietButton>
    </Box>
  )

/** The usual size is not in the URL, unless the person chose another one and follows a link. */
const toUrl = (search: Search, chosen: number) => ({
  ...search,
  per_page: search.per_page === PRODUCTS_PER_PAGE && chosen === PRODUCTS_PER_PAGE ? undefined : search.per_page,
})
const UnknownBarcode = ({ barcode, onAdd }: { barcode: string; onAdd: (barcode: string) => void }) => (
  <>
    <p className="break" style={{ flex: '1 0 100%' }}>
      No product has the barcode {barcode}.
    </p>
    <Button variant="default" onClick={() => onAdd(barcode)}>
      Add product with this barcode
    </Button>
  </>
)

/** The ways to get products into an empty list. */
const FirstProducts = ({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) => (
  <div className="row wrap centre gap-12" style={{ rowGap: 8 }}>
    <Button variant="default" onClick={onAdd}>
      Add your first product
    </Button>
    <Button variant="default" onClick={onImport}>
      Import a file
    </Button>
    <a href={TEMPLATE_URL} download>
      Download a template
    </a>
  </div>
)
