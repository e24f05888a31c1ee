import type { ProductField } from '../../../../contract/columns/import-fields.ts'

type Cells = Partial<Record<ProductField, string>>

/** A row of a file. `stores` has the cells of its stores by the name of the store. */
export type FileRow = { line: number; problem: string | undefined; cells: Cells; stores: Map<string, Cells> }

/** What a variant without a value of its own has from the first row of its product. */
const INHERITED = ['productname', 'category', 'supplier', 'description', 'vat_rate', 'is_active', 'site'] as const
const OPTIONS = ['option1', 'option2', 'option3'] as const
/** The only variant of a product without variants. */
const NO_OPTION = /^(?:default title|default|regular|-)$/i
const HAS_DIGIT = /\d/

const toHandle = ({ handle = '' }: Cells) => handle.toLowerCase()
const listOptions = (cells: Cells) => OPTIONS.map((option) => cells[option] ?? '').filter(Boolean)
const hasPrice = ({ cells, stores }: FileRow) =>
  [cells, ...stores.values()].some(({ price }) => price !== undefined && HAS_DIGIT.test(price))
const isVariable = ({ cells }: FileRow) => /^(?:variable|grouped)\b/i.test(cells.rowtype ?? '')
const isVariation = ({ cells }: FileRow) => /^variation\b/i.test(cells.rowtype ?? '')

/**
 * Gives each variant the name of its product with its own options, 'T-shirt, S', and what only the first row of the product has. Leaves out
 * rows that are no products: pictures and parts of a product, and a product without a price that has variants.
 */
export function joinVariants(rows: FileRow[]): { rows: FileRow[]; leftOut: number } {
  const hasVariants = new Set(rows.filter(({ cells }) => listOptions(cells).length > 0).map(({ cells }) => toHandle(cells)))
  const parents = new Map(rows.filter(isVariable).map(({ cells }) => [cells.productname?.toLowerCase() ?? '', cells]))
  const heads = new Map<string, Cells>()
  let previous: Cells | undefined
  const kept: FileRow[] = []
  for (const row of rows) {
    const { cells } = row
    const handle = toHandle(cells)
    const options = listOptions(cells)
    if (handle && !heads.has(handle)) heads.set(handle, cells)
    if (cells.productname) previous = cells
    const head = isVariation(row) ? findParent(parents, cells.productname) : handle ? heads.get(handle) : undefined
    const above = cells.handle === undefined && options.length > 0 ? previous : undefined
    const isPart = handle !== '' && !cells.productname && options.length === 0 && !cells.barcode && !cells.sku && !hasPrice(row)
    const isParent = isVariable(row) || (handle !== '' && options.length === 0 && hasVariants.has(handle))
    if (isPart || (isParent && !hasPrice(row))) continue
    kept.push({ ...row, cells: nameVariant(inherit(cells, head ?? above), options) })
  }
  return { rows: kept, leftOut: rows.length - kept.length }
}

/** 'Scarf - Red' is a variation of 'Scarf'. */
function findParent(parents: Map<string, Cells>, productname = '') {
  const end = productname.lastIndexOf(' - ')
  return end < 0 ? parents.get(productname.toLowerCase()) : parents.get(productname.slice(0, end).toLowerCase())
}

function inherit(cells: Cells, head: Cells | undefined) {
  if (!head || head === cells) return cells
  const own: Cells = { ...cells, ...(/^parent$/i.test(cells.vat_rate ?? '') && { vat_rate: '' }) }
  for (const field of INHERITED) if (own[field] === '' && head[field]) own[field] = head[field]
  return own
}

function nameVariant(cells: Cells, options: string[]) {
  const { productname = '' } = cells
  if (!productname) return cells
  // 'Scarf - Red' has its option.
  const parts = productname.split(/[-/,|()]/).map((part) => part.trim().toLowerCase())
  const added = options.filter((option) => !NO_OPTION.test(option) && !parts.slice(1).includes(option.toLowerCase()))
  return { ...cells, productname: [productname, ...added].join(', ') }
}
