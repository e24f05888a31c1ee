import { createImportAnswer } from '../../contract/imports.ts'
import { SalesImportPreview } from '../../contract/sales-imports.ts'
import type { Owner } from './clients.ts'

/** What the server answers for a file, or the message of its refusal as an error. */
export async function readSales(owner: Owner, file: string | Buffer, search: Record<string, string> = {}) {
  const query = new URLSearchParams({ file_name: 'sales.csv', siteid: String(owner.siteid), ...search })
  const response = await owner.fetch(`/api/v1/sales/imports?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: new Uint8Array(Buffer.from(file)),
  })
  const body = await response.json()
  if (!response.ok) throw new Error((body as { message: string }).message)
  return createImportAnswer(SalesImportPreview).parse(body)
}

/** The preview of a file whose columns match. */
export async function previewSales(...sent: Parameters<typeof readSales>) {
  const { preview, columns, sheets } = await readSales(...sent)
  if (!preview) throw new Error('the columns do not match')
  return { ...preview, columns, sheets }
}

/** Previews a file and imports it. */
export async function importSales(owner: Owner, file: string | Buffer, search?: Record<string, string>) {
  const preview = await previewSales(owner, file, search)
  for await (const _ of await owner.api.salesImports.confirm({ importid: preview.importid }));
  return preview
}
