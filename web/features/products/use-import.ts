import { useEffect, useRef, useState } from 'react'
import type { ImportPreview } from '../../../contract/products.ts'
import { getErrorCode, getErrorMessage } from '../../lib/api/messages.ts'
import { confirmImport, type ImportOutcome, previewImport } from './import-calls.ts'
import { withStockChoice } from './import-stock.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export type ImportStep =
  | { at: 'choosing'; refusal?: string }
  | { at: 'reading'; fileName: string }
  | { at: 'shown'; fileName: string; preview: ImportPreview; setsStock: boolean }
  | { at: 'writing'; done: number; of: number }
  | { at: 'done'; imported: ImportOutcome; refused: number }

export type ShownImport = Extract<ImportStep, { at: 'shown' }>

const UPLOAD_FAILED = 'The file could not be uploaded. Please try again.'
const CONNECTION_LOST = 'The connection was lost. Check the list to see whether the file was imported.'

/** The steps of an import: the file is uploaded, previewed, and imported after the confirmation. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ at: 'choosing' })
  const invalidate = useInvalidateProducts()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  const read = async (file: File, siteid: number) => {
    const controller = new AbortController()
    reading.current = controller
    setStep({ at: 'reading', fileName: file.name })
    try {
      setStep({
        at: 'shown',
        fileName: file.name,
        preview: await previewImport(file, siteid, controller.signal),
        setsStock: false,
      })
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      setStep({ at: 'choosing', refusal: getErrorMessage(error, UPLOAD_FAILED) })
    }
  }

  const write = async ({ preview, setsStock }: ShownImport) => {
    const { importid, new: added, changed, refused } = withStockChoice(preview, setsStock)
    setStep({ at: 'writing', done: 0, of: added + changed })
    try {
      const imported = await confirmImport({ importid, setsStock }, (progress) => setStep({ at: 'writing', ...progress }))
      await invalidate()
      setStep({ at: 'done', imported, refused })
    } catch (error) {
      console.error(error)
      void invalidate()
      setStep({ at: 'choosing', refusal: getErrorMessage(error, getErrorCode(error) === null ? CONNECTION_LOST : UPLOAD_FAILED) })
    }
  }

  const setStock = (setsStock: boolean) => setStep((shown) => (shown.at === 'shown' ? { ...shown, setsStock } : shown))

  return { step, read, write, setStock, again: () => setStep({ at: 'choosing' }) }
}
