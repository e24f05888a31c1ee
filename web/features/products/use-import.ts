import { useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '../../../contract/products.ts'
import { getErrorCode, getErrorMessage } from '../../lib/api/messages.ts'
import { confirmImport, type ImportOutcome, previewImport } from './import-calls.ts'
import { withStockChoice } from './import-stock.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export type ImportStep =
  | { kind: 'choosing'; failure?: string }
  | { kind: 'reading'; fileName: string }
  | { kind: 'preview'; fileName: string; preview: ImportPreview; setsStock: boolean }
  | { kind: 'importing'; done: number; of: number }
  | { kind: 'done'; imported: ImportOutcome; rejected: number }

export type PreviewStep = Extract<ImportStep, { kind: 'preview' }>

const UPLOAD_FAILED = 'The file could not be uploaded. Please try again.'
const CONNECTION_LOST = 'The connection was lost. Check the list to see whether the file was imported.'

/** The steps of an import: the file is uploaded, previewed, and imported after the confirmation. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ kind: 'choosing' })
  const invalidate = useInvalidateProducts()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const readFile = async (file: File, siteid: number) => {
    const controller = new AbortController()
    reading.current = controller
    setStep({ kind: 'reading', fileName: file.name })
    try {
      setStep({
        kind: 'preview',
        fileName: file.name,
        preview: await previewImport(file, siteid, controller.signal),
        setsStock: false,
      })
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      setStep({ kind: 'choosing', failure: getErrorMessage(error, UPLOAD_FAILED) })
    }
  }

  const confirm = async ({ preview, setsStock }: PreviewStep) => {
    const { importid, new: added, changed, rejected } = withStockChoice(preview, setsStock)
    setStep({ kind: 'importing', done: 0, of: added + changed })
    try {
      const imported = await confirmImport({ importid, setsStock }, (progress) => setStep({ kind: 'importing', ...progress }))
      await invalidate()
      setStep({ kind: 'done', imported, rejected })
    } catch (error) {
      console.error(error)
      void invalidate()
      setStep({
        kind: 'choosing',
        failure: getErrorMessage(error, getErrorCode(error) === null ? CONNECTION_LOST : UPLOAD_FAILED),
      })
    }
  }

  const setStock = (setsStock: boolean) =>
    setStep((current) => (current.kind === 'preview' ? { ...current, setsStock } : current))

  return { step, readFile, confirm, setStock, restart: () => setStep({ kind: 'choosing' }) }
}
