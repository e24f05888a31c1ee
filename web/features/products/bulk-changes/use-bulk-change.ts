import { useState } from 'react'
import type { ProductChange, ProductChangePreview, Undone } from '../../../../contract/product-changes.ts'
import { client, queryClient } from '../../../lib/api/api.ts'
import { getErrorMessage, getWorkErrorMessage, SOMETHING_WRONG } from '../../../lib/api/messages.ts'
import { type OnProgress, readResult } from '../../../lib/api/read-result.ts'
import { invalidate } from '../../../lib/api/stale-queries.ts'

/** The search whose products are changed, as the export has it. */
export type BulkSearch = Parameters<typeof client.products.changes.preview>[0]['search']

export type BulkChangeStep =
  | { kind: 'choosing'; failure?: string }
  | { kind: 'previewing' }
  | { kind: 'preview'; change: ProductChange; preview: ProductChangePreview }
  | { kind: 'writing'; done: number; of: number }
  | { kind: 'changed'; changeid: string; change: ProductChange; applied: number; failure?: string }
  | { kind: 'undone'; result: Undone }

export type PreviewStep = Extract<BulkChangeStep, { kind: 'preview' }>
export type BulkChangedStep = Extract<BulkChangeStep, { kind: 'changed' }>

const CONNECTION_LOST = 'Connection lost. Check the list to see if the products changed.'

/** Undoes a change and returns what became of its products. */
export const undoBulkChange = async (changeid: string, onProgress: OnProgress = () => {}) =>
  readResult(await client.products.changes.undo({ changeid }), onProgress)

/** The steps of a change of many products: it is chosen, previewed, applied, and undone on request. */
export function useBulkChange(search: BulkSearch) {
  const [step, setStep] = useState<BulkChangeStep>({ kind: 'choosing' })
  const onProgress: OnProgress = (progress) => setStep({ kind: 'writing', ...progress })

  const preview = async (change: ProductChange) => {
    setStep({ kind: 'previewing' })
    try {
      setStep({ kind: 'preview', change, preview: await client.products.changes.preview({ search, change }) })
    } catch (error) {
      console.error(error)
      setStep({ kind: 'choosing', failure: getErrorMessage(error, SOMETHING_WRONG) })
    }
  }

  const apply = async (changeid: string, { change, preview: { changed } }: PreviewStep) => {
    setStep({ kind: 'writing', done: 0, of: changed })
    try {
      const { applied } = await readResult(await client.products.changes.apply({ changeid }), onProgress)
      await invalidate(queryClient, ['products'])
      setStep({ kind: 'changed', changeid, change, applied })
    } catch (error) {
      console.error(error)
      void invalidate(queryClient, ['products'])
      setStep({ kind: 'choosing', failure: getWorkErrorMessage(error, CONNECTION_LOST) })
    }
  }

  const undo = async (changed: BulkChangedStep) => {
    setStep({ kind: 'writing', done: 0, of: changed.applied })
    try {
      const result = await undoBulkChange(changed.changeid, onProgress)
      await invalidate(queryClient, ['products'])
      setStep({ kind: 'undone', result })
    } catch (error) {
      console.error(error)
      setStep({ ...changed, failure: getWorkErrorMessage(error, CONNECTION_LOST) })
    }
  }

  return { step, preview, apply, undo, restart: () => setStep({ kind: 'choosing' }) }
}
