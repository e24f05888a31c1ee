import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FileColumn } from '../../../../contract/columns/file-column.ts'
import type { SalesImport, SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { api } from '../../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, getWorkErrorMessage } from '../../../lib/api/messages.ts'
import type { OnProgress } from '../../../lib/api/read-result.ts'
import type { ChosenFields } from '../../../ui/matching/column-matching.tsx'
import { FIELD_LABELS } from './field-labels.ts'
import {
  confirmImport,
  createImportFile,
  type ImportFile,
  type ImportOutcome,
  type ReadOptions,
  undoImport,
} from './import-calls.ts'

export type Chosen = { file: ImportFile; options: ReadOptions }
/** The file is being read, or why it could not be. What was chosen stays. */
type Reading = { isReading: boolean; failure?: string | undefined }
export type MatchingStep = { kind: 'matching'; columns: FileColumn[]; chosen: ChosenFields } & Chosen & Reading
export type PreviewStep = { kind: 'preview'; columns: FileColumn[]; sales: Sales; movesStock: boolean } & Chosen & Reading
export type Sales = NonNullable<SalesImportPreview['sales']>
type Verb = 'Importing' | 'Undoing'
export type Imported = Pick<SalesImport, 'importid' | 'first_day' | 'last_day'>

export type SalesImportStep =
  | { kind: 'choosing'; failure?: string }
  | ({ kind: 'reading' } & Chosen & Reading)
  | MatchingStep
  | PreviewStep
  | { kind: 'working'; verb: Verb; done: number; of: number }
  /** Without `chosen`, an earlier import was continued. */
  | { kind: 'imported'; outcome: ImportOutcome; rejected: number; imported: Imported; chosen?: Chosen }
  | { kind: 'undone'; outcome: ImportOutcome }

type StoreOptions = { of: number; rejected: number; movesStock: boolean; chosen?: Chosen }

const UPLOAD_FAILED = 'The file could not be uploaded. What you chose is still here.'
const CONNECTION_LOST = 'The connection was lost. Look at the list of imports to see how far it has come.'

/** The steps of an import: the file is uploaded, previewed, perhaps read in another way, and imported after the confirmation. */
export function useSalesImport() {
  const [step, setStep] = useState<SalesImportStep>({ kind: 'choosing' })
  const invalidate = useInvalidateSales()
  const reading = useRef<AbortController>(undefined)
  const uploaded = useRef<ImportFile>(undefined)
  const release = () => {
    reading.current?.abort()
    uploaded.current?.release()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the refs hold when the dialog closes.
  useEffect(() => release, [])

  /** Reads the file. The step before stays until the answer comes, and for another try when it fails. */
  const read = async ({ file, options }: Chosen) => {
    const controller = new AbortController()
    reading.current?.abort()
    reading.current = controller
    setStep((current) =>
      current.kind === 'matching' || current.kind === 'preview'
        ? { ...current, options, isReading: true, failure: undefined }
        : { kind: 'reading', file, options, isReading: true },
    )
    try {
      const { columns, sales } = await file.preview(options, controller.signal)
      setStep((current) => {
        const chosen = { file, options, columns, isReading: false }
        if (!sales) return createMatching(chosen, columns)
        const movesStock = current.kind === 'preview' ? current.movesStock : sales.is_from_today
        return { ...chosen, kind: 'preview', sales, movesStock }
      })
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      const failure = getErrorMessage(error, UPLOAD_FAILED)
      setStep((current) => {
        if (current.kind === 'reading' && getErrorCode(error) === 'FILE_REFUSED') return { kind: 'choosing', failure }
        return 'isReading' in current ? { ...current, isReading: false, failure } : current
      })
    }
  }

  const open = (file: File, options: ReadOptions) => {
    release()
    uploaded.current = createImportFile(file)
    void read({ file: uploaded.current, options })
  }

  /** Runs an import or its undoing, and shows its progress. */
  const work = async (verb: Verb, of: number, run: (onProgress: OnProgress) => Promise<ImportOutcome>) => {
    setStep({ kind: 'working', verb, done: 0, of })
    try {
      return await run((progress) => setStep({ kind: 'working', verb, ...progress }))
    } catch (error) {
      console.error(error)
      setStep({ kind: 'choosing', failure: getWorkErrorMessage(error, CONNECTION_LOST) })
      return undefined
    } finally {
      await invalidate()
    }
  }

  const store = async (imported: Imported, { of, rejected, movesStock, chosen }: StoreOptions) => {
    const outcome = await work('Importing', of, (onProgress) => confirmImport(imported.importid, movesStock, onProgress))
    if (!outcome) return
    uploaded.current?.release()
    setStep({ kind: 'imported', outcome, rejected, imported, ...(chosen && { chosen }) })
  }

  const undo = async (importid: number, of: number) => {
    const outcome = await work('Undoing', of, (onProgress) => undoImport(importid, onProgress))
    if (outcome) setStep({ kind: 'undone', outcome })
  }

  return {
    step,
    open,
    read: (chosen: Chosen) => void read(chosen),
    match: (chosen: ChosenFields) => setStep((current) => (current.kind === 'matching' ? { ...current, chosen } : current)),
    rematch: (step: PreviewStep) => setStep(createMatching(step, step.columns)),
    confirm: ({ file, options, sales, movesStock }: PreviewStep) =>
      store(sales, { of: sales.new, rejected: sales.rejected, movesStock, chosen: { file, options } }),
    resume: (stopped: SalesImport) => store(stopped, { of: stopped.new_sales, rejected: 0, movesStock: stopped.moves_stock }),
    undo,
    setMovesStock: (movesStock: boolean) =>
      setStep((current) => (current.kind === 'preview' ? { ...current, movesStock } : current)),
    restart: () => {
      release()
      setStep({ kind: 'choosing' })
    },
  }
}

const createMatching = ({ file, options }: Chosen, columns: FileColumn[]): MatchingStep => ({
  ...{ kind: 'matching', file, options, columns, isReading: false },
  chosen: columns.map(({ field }) => (FIELD_LABELS.some((known) => known.field === field) ? field : null)),
})

/** Sales are in the list, the dashboard and the reports, and may have moved the stock. Only the list of imports is waited for. */
function useInvalidateSales() {
  const queries = useQueryClient()
  return () => {
    for (const key of [api.sales.key(), api.dashboard.key(), api.reports.key(), api.products.key(), api.employees.key()])
      void queries.invalidateQueries({ queryKey: key })
    return queries.invalidateQueries({ queryKey: api.salesImports.key() })
  }
}
