import { useEffect, useRef, useState } from 'react'
import type { FileColumn } from '../../../contract/columns/file-column.ts'
import type { ImportSheet } from '../../../contract/imports.ts'
import type { ImportFile, ImportOptions } from '../../lib/api/import-file.ts'
import { getErrorCode, getErrorMessage, getWorkErrorMessage } from '../../lib/api/messages.ts'
import type { OnProgress } from '../../lib/api/read-result.ts'
import type { ChosenFields, FieldLabel } from '../matching/column-matching.tsx'

/** `again` repeats what failed. */
type Failure = { message: string; again?: (() => void) | undefined }

/** A file and how it is read. */
export type Source<Options, Preview> = { file: ImportFile<Options, Preview>; options: ImportOptions & Options }

/** A step that stays while the file is read again, and when that fails. */
type Open<Options, Preview> = Source<Options, Preview> & {
  columns: FileColumn[]
  /** As in 'This is Square's export of items.' */
  madeBy: string | undefined
  /** Of a workbook. */
  sheets: ImportSheet[]
  isReading: boolean
  failure?: Failure | undefined
}
type MatchingStep<Options, Preview> = { kind: 'matching'; chosen: ChosenFields } & Open<Options, Preview>
export type PreviewStep<Options, Preview> = { kind: 'preview'; preview: Preview } & Open<Options, Preview>

type Step<Options, Preview, Done> =
  | { kind: 'choosing'; siteid?: number; failure?: Failure }
  | ({ kind: 'reading' } & Source<Options, Preview>)
  | MatchingStep<Options, Preview>
  | PreviewStep<Options, Preview>
  | { kind: 'working'; label: string; done: number; of: number }
  | { kind: 'done'; result: Done }

type Config = {
  fields: readonly FieldLabel[]
  /** What is said when the connection breaks during the import. */
  workFailed: string
  /** The preview stays when an import fails, which adds nothing twice. Otherwise the person looks first what was imported. */
  isRepeatable?: boolean
}

export type ImportFlow<Options, Preview, Done> = ReturnType<typeof useImport<Options, Preview, Done>>

const UPLOAD_FAILED = 'Could not upload the file. Please try again.'
const READING_FAILED = 'Could not upload the file. Your choices are still here.'

/** The steps of an import: the file is uploaded, its columns are matched where needed, it is previewed, and imported when confirmed. */
export function useImport<Options, Preview, Done>({ fields, workFailed, isRepeatable }: Config) {
  const [step, setStep] = useState<Step<Options, Preview, Done>>({ kind: 'choosing' })
  const reading = useRef<AbortController>(undefined)
  const uploaded = useRef<ImportFile<Options, Preview>>(undefined)
  const release = () => {
    reading.current?.abort()
    uploaded.current?.release()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the refs hold when the dialog closes.
  useEffect(() => release, [])

  const match = ({ file, options, columns, madeBy, sheets }: Open<Options, Preview>): MatchingStep<Options, Preview> => ({
    ...{ kind: 'matching', file, options, columns, madeBy, sheets, isReading: false },
    chosen: columns.map(({ field }) => (fields.some((known) => known.field === field) ? field : null)),
  })

  /** Reads the file. What was chosen stays until the answer comes, and for another try when it fails. */
  const read = async (source: Source<Options, Preview>) => {
    const { file, options } = source
    const controller = new AbortController()
    reading.current?.abort()
    reading.current = controller
    if (uploaded.current !== file) uploaded.current?.release()
    uploaded.current = file
    setStep((current) =>
      'isReading' in current ? { ...current, options, isReading: true, failure: undefined } : { kind: 'reading', ...source },
    )
    try {
      const { columns, made_by: madeBy, sheets = [], preview } = await file.preview(options, controller.signal)
      const open = { file, options, columns, madeBy, sheets, isReading: false }
      setStep(preview ? { ...open, kind: 'preview', preview } : match(open))
    } catch (error) {
      if (controller.signal.aborted) return
      console.error(error)
      const again = getErrorCode(error) === 'FILE_REFUSED' ? undefined : () => void read(source)
      setStep((current) =>
        'isReading' in current
          ? { ...current, isReading: false, failure: { message: getErrorMessage(error, READING_FAILED), again } }
          : { kind: 'choosing', siteid: options.siteid, failure: { message: getErrorMessage(error, UPLOAD_FAILED), again } },
      )
    }
  }

  /** Runs an import or its undoing, and shows its progress. */
  const work = async (label: string, of: number, run: (onProgress: OnProgress) => Promise<Done>) => {
    setStep({ kind: 'working', label, done: 0, of })
    try {
      const result = await run((progress) => setStep({ kind: 'working', label, ...progress }))
      uploaded.current?.release()
      setStep({ kind: 'done', result })
    } catch (error) {
      console.error(error)
      const failure = { message: getWorkErrorMessage(error, workFailed) }
      setStep(isRepeatable && step.kind === 'preview' ? { ...step, failure } : { kind: 'choosing', failure })
    }
  }

  return {
    step,
    fields,
    read: (source: Source<Options, Preview>) => void read(source),
    work: (...args: Parameters<typeof work>) => void work(...args),
    /** Changes an option that needs no other reading. */
    setOptions: (options: Options & ImportOptions) =>
      setStep((current) => ('isReading' in current ? { ...current, options } : current)),
    choose: (chosen: ChosenFields) => setStep((current) => (current.kind === 'matching' ? { ...current, chosen } : current)),
    rematch: (step: PreviewStep<Options, Preview>) => {
      reading.current?.abort()
      setStep(match(step))
    },
    restart: () => {
      release()
      setStep({ kind: 'choosing' })
    },
  }
}
