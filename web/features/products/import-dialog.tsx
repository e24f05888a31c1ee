import { Button, Loader, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { count, counted } from '../../lib/format/money.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ImportChoice } from './import-choice.tsx'
import classes from './import-dialog.module.css'
import { ImportLines } from './import-lines.tsx'
import { withStockChoice } from './import-stock.ts'
import { type ImportStep, type ShownImport, useImport } from './use-import.ts'

/** Imports products from a CSV file: a preview first, then the confirmation. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { step, read, write, setStock, again } = useImport()
  const sites = useQuery(api.sites.options.queryOptions())
  const body = useRef<HTMLDivElement>(null)
  const { at } = step
  const before = useRef(at)
  useEffect(() => {
    // The focused element of the step before is gone.
    if (at !== before.current) body.current?.focus()
    before.current = at
  }, [at])

  return (
    <Dialog
      title="Import products"
      subtitle="Preview a CSV file before it is saved"
      width={720}
      grows
      onClose={onClose}
      canDismiss={() => step.at === 'choosing' || step.at === 'done'}
      busy={step.at === 'writing'}
      footer={<Footer step={step} onAgain={again} onWrite={write} onClose={onClose} />}
    >
      <div className={classes.body} ref={body} tabIndex={-1}>
        {step.at === 'choosing' && step.refusal && <Notice kind="error">{step.refusal}</Notice>}
        {step.at === 'choosing' && sites.data && <ImportChoice sites={sites.data} onChoose={read} />}
        {step.at === 'choosing' && sites.isPending && <Skeleton height={180} />}
        {step.at === 'choosing' && sites.isError && !sites.data && <LoadFailure query={sites} failure="Failed to load sites" />}
        {step.at === 'reading' && (
          <p className={classes.waiting}>
            <Loader size={20} aria-hidden /> Reading {step.fileName}…
          </p>
        )}
        {step.at === 'shown' && <ImportLines {...step} onSetStock={setStock} />}
        {step.at === 'writing' && <Progress {...step} />}
        {step.at === 'done' && <Result {...step} />}
      </div>
    </Dialog>
  )
}

type FooterProps = {
  step: ImportStep
  onAgain: () => void
  onWrite: (shown: ShownImport) => void
  onClose: () => void
}

function Footer({ step, onAgain, onWrite, onClose }: FooterProps) {
  if (step.at === 'done')
    return (
      <>
        <Button variant="default" onClick={onAgain}>
          Import another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </>
    )
  if (step.at === 'shown') {
    const { new: added, changed } = withStockChoice(step.preview, step.setsStock)
    const toWrite = added + changed
    return (
      <>
        <Button variant="default" className={classes.back} onClick={onAgain}>
          Back
        </Button>
        <Button disabled={toWrite === 0} onClick={() => onWrite(step)}>
          {toWrite === 0 ? 'Nothing to import' : `Import ${counted(toWrite, 'product')}`}
        </Button>
      </>
    )
  }
  return (
    <Button variant="default" disabled={step.at === 'writing'} onClick={onClose}>
      Cancel
    </Button>
  )
}

function Progress({ done, of }: { done: number; of: number }) {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100)
  return (
    <div className={classes.progress}>
      <p>
        Importing… {count(done)} of {counted(of, 'product')}
      </p>
      <div
        role="progressbar"
        aria-label="Import"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classes.track}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}

function Result({ imported, refused }: Extract<ImportStep, { at: 'done' }>) {
  return (
    <>
      <Notice kind="success">
        Imported: {count(imported.new)} new, {count(imported.changed)} changed.
      </Notice>
      {refused > 0 && (
        <p>
          {counted(refused, 'line')} {refused === 1 ? 'was' : 'were'} refused. Fix the file and upload it again. The lines already
          imported are skipped.
        </p>
      )}
    </>
  )
}
