import { ORPCError } from '@orpc/client'
import { createImportAnswer } from '../../contract/imports.ts'
import { ImportPreview, type ImportProgress } from '../../contract/product-imports.ts'
import type { ProductInput } from '../../contract/products.ts'
import { XLSX_TYPE } from '../../contract/shared/fields.ts'
import type { Owner } from './clients.ts'
import type { TestServer } from './server.ts'

export type Sent = {
  who?: Pick<Owner, 'fetch'>
  siteid?: number
  columns?: string
  sites?: Record<string, number>
  path?: string
}

const toQuery = ({ siteid, columns, sites }: Sent) =>
  new URLSearchParams({
    siteid: String(siteid),
    ...(columns !== undefined && { columns }),
    ...(sites && { sites: JSON.stringify(sites) }),
  })

/** Functions that import files of products for the owner of a test. */
export function createImportHelpers(server: TestServer, owner: () => Owner) {
  const sent = (
    file: string | Uint8Array,
    { who = owner(), siteid = owner().siteid, columns, sites, path = '/api/v1/products/imports' }: Sent = {},
  ) =>
    who.fetch(`${path}?${toQuery({ siteid, columns, sites })}`, {
      method: 'POST',
      body: new Uint8Array(typeof file === 'string' ? Buffer.from(file) : file),
      headers: { 'content-type': typeof file === 'string' || file[0] !== 0x50 ? 'text/csv' : XLSX_TYPE },
    })

  async function previewFile(file: string | Uint8Array, from: Sent = {}) {
    const answer = await sent(file, from)
    const body = await answer.json()
    if (!answer.ok) throw body
    const { preview, columns } = createImportAnswer(ImportPreview).parse(body)
    if (!preview) throw new Error('the columns do not match')
    return { ...preview, columns }
  }

  /** All progress of an import, and the result or error at its end. */
  async function confirm(importid: string, who: Pick<Owner, 'api'> = owner(), choice: { sets_stock?: boolean } = {}) {
    const progress: ImportProgress[] = []
    try {
      for await (const step of await who.api.products.imports.confirm({ importid, ...choice })) progress.push(step)
      return { progress, end: progress.at(-1) }
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      const { code, status, message, data } = error
      return { progress, end: { error: { code, status, message, data } } }
    }
  }

  const importFile = async (file: string | Uint8Array) => confirm((await previewFile(file)).importid)
  const listOutcomes = async (file: string) =>
    (await previewFile(file)).lines.map(({ line, outcome, reason }) => [line, outcome, reason])

  const catalogue = async () => {
    const { rows } = await server.ownerPool.query(
      `select productname, barcode, category, supplier, description, price, purchaseprice, stock, sitename
         from product join site using (businessid, siteid) where businessid = $1 and archived_at is null order by productid`,
      [owner().businessid],
    )
    return rows
  }
  const add = (product: Partial<ProductInput> & { productname: string }) =>
    owner().api.products.create({ siteid: owner().siteid, price: 10, purchaseprice: 5, stock: 0, ...product })

  return { sent, previewFile, confirm, importFile, listOutcomes, catalogue, add }
}
