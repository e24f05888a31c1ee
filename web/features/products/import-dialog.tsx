import { Button, Loader, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import type { ImportSource } from './import-calls.ts'
import classes from './import-dialog.module.css'
import { ImportLines } from './import-lines.tsx'
import { ImportMatching, identifiesProducts } from './import-matching.tsx'
import { withStockChoice } from './import-stock.ts'
import { ProductFileChoice } from './product-file-choice.tsx'
import { RejectedDownload } from './rejected-download.tsx'
import { type ImportStep, type PreviewStep, useImport } from './use-import.ts'

/** Imports products from a file: a preview first, then the confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { step, readFile, confirm, setStock, choose, rematch, restart } = useImport()
  const sites = useQuery(api.sites.options.queryOptions())
  const body = useRef<HTMLDivElement>(null)
  const { kind } = step
  const previous = useRef(kind)
  useEffect(() => {
    // The focused element of the previous step is gone.
    if (kind !== previous.current) body.current?.focus()
    previous.current = kind
  }, [kind])

  return (
    <Dialog
      title="Import products"
      subtitle="You can check everything before it is saved"
      width={720}
      grows
      onClose={onClose}
      canDismiss={() => step.kind === 'choosing' || step.kind === 'done'}
      busy={step.kind === 'importing'}
      footer={<Footer step={step} onRestart={restart} onMatch={readFile} onConfirm={confirm} onClose={onClose} />}
    >
      <div className={classes.body} ref={body} tabIndex={-1}>
        {step.kind === 'choosing' && step.failure && <Notice kind="error">{step.failure}</Notice>}
        {step.kind === 'choosing' && sites.data && <ProductFileChoice sites={sites.data} onChoose={readFile} />}
        {step.kind === 'choosing' && sites.isPending && <Skeleton height={180} />}
        {step.kind === 'choosing' && sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
        {step.kind === 'reading' && (
          <p className={classes.waiting}>
            <Loader size={20} aria-hidden /> Reading {step.source.file.name}…
          </p>
        )}
        {step.kind === 'matching' && <ImportMatching {...step} onChange={choose} />}
        {step.kind === 'preview' && <ImportLines {...step} onSetStock={setStock} onRematch={() => rematch(step)} />}
        {step.kind === 'importing' && <ProgressBar label="Importing" name="Import" noun="product" done={step.done} of={step.of} />}
        {step.kind === 'done' && <Result {...step} />}
      </div>
    </Dialog>
  )
}

type FooterProps = {
  step: ImportStep
  onRestart: () => void
  onMatch: (source: ImportSource) => void
  onConfirm: (preview: PreviewStep) => void
  onClose: () => void
}

function Footer({ step, onRestart, onMatch, onConfirm, onClose }: FooterProps) {
  if (step.kind === 'done')
    return (
      <>
        <Button variant="default" onClick={onRestart}>
          Import another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </>
    )
  if (step.kind === 'matching')
    return (
      <>
        <Button variant="default" className={classes.back} onClick={onRestart}>
          Back
        </Button>
        <Button disabled={!identifiesProducts(step.chosen)} onClick={() => onMatch({ ...step.source, chosen: step.chosen })}>
          Continue
        </Button>
      </>
    )
  if (step.kind === 'preview') {
    const { new: added, changed } = withStockChoice(step.preview, step.setsStock)
    const products = added + changed
    return (
      <>
        <Button variant="default" className={classes.back} onClick={onRestart}>
          Back
        </Button>
        <Button disabled={products === 0} onClick={() => onConfirm(step)}>
          {products === 0 ? 'Nothing to import' : `Import ${pluralize(products, 'product')}`}
        </Button>
      </>
    )
  }
  return (
    <Button variant="default" disabled={step.kind === 'importing'} onClick={onClose}>
      Cancel
    </Button>
  )
}

function Result({ source, imported, rejected }: Extract<ImportStep, { kind: 'done' }>) {
  return (
    <>
      <Notice kind="success">
        Imported: {formatCount(imported.new)} new, {formatCount(imported.changed)} changed.
      </Notice>
      {rejected > 0 && (
        <>
          <p>
            {pluralize(rejected, 'line')} {rejected === 1 ? 'was' : 'were'} not imported. Download{' '}
            {rejected === 1 ? 'it' : 'them'}, fix the file and upload it again.
          </p>
          <RejectedDownload source={source} rejected={rejected} />
        </>
      )}
    </>
  )
}
