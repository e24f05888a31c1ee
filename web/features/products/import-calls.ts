import { ORPCError } from '@orpc/client'
import { ImportPreview, ImportProgress } from '../../../contract/product-import.ts'
import { toResponseError } from '../../lib/api/response-error.ts'

const IMPORTS = '/api/v1/products/imports'

/** The head of a file that can be imported. */
export const TEMPLATE = `${IMPORTS}/template.csv`

/** What a file would do; writes nothing. `siteid` is the site of lines that name none. */
export async function previewImport(file: File, siteid: number, signal: AbortSignal) {
  const response = await fetch(`${IMPORTS}?siteid=${siteid}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
    signal,
  })
  if (!response.ok) throw await toResponseError(response)
  return ImportPreview.parse(await response.json())
}

export type ImportOutcome = { new: number; changed: number }

/** Does what the preview showed, all of it or nothing. Without a network the answer may be lost, and the import done. */
export async function confirmImport(
  { importid, setsStock }: { importid: string; setsStock: boolean },
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<ImportOutcome> {
  const response = await fetch(`${IMPORTS}/${importid}?sets_stock=${setsStock}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok || !response.body) throw await toResponseError(response)
  for await (const line of linesOf(response.body)) {
    const said = ImportProgress.parse(JSON.parse(line))
    if ('imported' in said) return said.imported
    if ('error' in said) throw new ORPCError(said.error.code, said.error)
    onProgress(said)
  }
  throw new Error('The answer broke off before its end.')
}

async function* linesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  while (true) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
