import type { ImportPreview } from '../../../contract/product-imports.ts'

/** The preview of an import that sets the stock of existing products, or leaves it unchanged. */
export function withStockChoice(preview: ImportPreview, setsStock: boolean): ImportPreview {
  if (setsStock || preview.stock_differs === 0) return preview
  const lines = preview.lines.flatMap((line) => {
    if (line.outcome !== 'changed') return [line]
    const fields = line.fields?.filter(({ field }) => field !== 'stock') ?? []
    return fields.length > 0 ? [{ ...line, fields }] : []
  })
  const left = preview.lines.length - lines.length
  return {
    ...preview,
    changed: preview.changed - left,
    unchanged: preview.unchanged + left,
    stock_cost: preview.kept_stock_cost,
    lines,
  }
}
