import { useEffect, useRef, useState } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import type { ImportPreview } from '../../../contract/products.ts'
import { getErrorMessage, getWorkErrorMessage } from '../../lib/api/messages.ts'
import type { ChosenFields } from '../../ui/matching/column-matching.tsx'
import { confirmImport, type ImportOutcome, type ImportSource, previewImport } from './import-calls.ts'
import { withStockChoice } from './import-stock.ts'
import { useInvalidateProducts } from './product-mutations.ts'

export type ImportStep =
  | { kind: 'choosing'; failure?: string }
  | { kind: 'reading'; source: ImportSource }
  | { kind: 'matching'; source: ImportSource; columns: FileColumn[]; chosen: ChosenFields; failure?: string }
  | { kind: 'preview'; source: ImportSource; preview: ImportPreview; setsStock: boolean }
  | { kind: 'importing'; done: number; of: number }
  | { kind: 'done'; source: ImportSource; imported: ImportOutcome; rejected: number }

export type MatchingStep = Extract<ImportStep, { kind: 'matching' }>
export type PreviewStep = Extract<ImportStep, { kind: 'preview' }>

const UPLOAD_FAILED = 'The file could not be uploaded. Please try again.'
const CONNECTION_LOST = 'The connection was lost. Check the list to see whether the file was imported.'

const matchColumns = (source: ImportSource, columns: FileColumn[]): MatchingStep => ({
  kind: 'matching',
  source,
  columns,
  chosen: columns.map(({ field }) => field),
})

/** The steps of an import: the file is uploaded, its columns are matched where needed, it is previewed, and imported when confirmed. */
export function useImport() {
  const [step, setStep] = useState<ImportStep>({ kind: 'choosing' })
  const invalidate = useInvalidateProducts()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])

  /** Reads the file. What was chosen before stays for another try when it fails. */
  const readFile = async (source: ImportSource) => {
    const before: ImportStep = step.kind === 'matching' ? step : { kind: 'choosing' }
    const controller = new AbortController()
    reading.current = controller
    setStep({ kind: 'reading', source })
    try {
      const answer = await previewImport(source, controller.signal)
      if ('unmatched' in answer) setStep(matchColumns(source, answer.columns))
      else setStep({ kind: 'preview', source, preview: answer, setsStock: false })
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      setStep({ ...before, failure: getErrorMessage(error, UPLOAD_FAILED) })
    }
  }

  const confirm = async ({ source, preview, setsStock }: PreviewStep) => {
    const { importid, new: added, changed, rejected } = withStockChoice(preview, setsStock)
    setStep({ kind: 'importing', done: 0, of: added + changed })
    try {
      const imported = await confirmImport({ importid, setsStock }, (progress) => setStep({ kind: 'importing', ...progress }))
      await invalidate()
      setStep({ kind: 'done', source, imported, rejected })
    } catch (error) {
      console.error(error)
      void invalidate()
      setStep({ kind: 'choosing', failure: getWorkErrorMessage(error, CONNECTION_LOST) })
    }
  }

  const setStock = (setsStock: boolean) =>
    setStep((current) => (current.kind === 'preview' ? { ...current, setsStock } : current))
  const choose = (chosen: ChosenFields) => setStep((current) => (current.kind === 'matching' ? { ...current, chosen } : current))
  const rematch = ({ source, preview }: PreviewStep) => setStep(matchColumns(source, preview.columns))

  return { step, readFile, confirm, setStock, choose, rematch, restart: () => setStep({ kind: 'choosing' }) }
}
