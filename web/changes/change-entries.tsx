import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { Fragment, useState } from 'react'
import type { Change } from '../../contract/changes.ts'
import { useTimezone } from '../auth/timezone.ts'
import { useToday } from '../lib/browser/use-today.ts'
import { formatDateIn, formatDateTimeIn, formatLongDay, formatTimeIn, formatWeekday } from '../lib/format/dates.ts'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { Pill } from '../ui/display/pill.tsx'
import { showToast } from '../ui/feedback/toast.tsx'
import { type ChangeLine, describeAction, describeActor, describeLines } from './describe-change.ts'
import { useUndo } from './use-undo.ts'

type Props = {
  /** Undefined while they load. */
  changes: Change[] | undefined
  label: string
  /** Below a heading for each day. */
  byDay?: boolean
  /** Undo would lose what is typed beside the list. */
  isUndoDisabled?: boolean
  onUndone?: () => void
}

/** Changes in plain words, newest first. */
export function ChangeEntries({ changes, label, byDay = false, isUndoDisabled = false, onUndone }: Props) {
  const [asked, setAsked] = useState<Change | null>(null)
  const timezone = useTimezone()
  const today = useToday(timezone)
  const days = changes?.map(({ at }) => formatDateIn(timezone, at)) ?? []
  return (
    <>
      <ul className="ruled" aria-label={label} aria-busy={!changes}>
        {!changes && (
          <li className="to-edge">
            <Skeleton height={40} />
          </li>
        )}
        {changes?.map((change, index) => {
          const day = days[index] ?? ''
          return (
            <Fragment key={change.changeid}>
              {byDay && day !== days[index - 1] && (
                <li className="to-edge small medium grey" style={DAY}>
                  {day === today ? 'Today' : formatWeekday(day)}
                </li>
              )}
              <Entry change={change} isShort={byDay} isUndoDisabled={isUndoDisabled} onUndo={() => setAsked(change)} />
            </Fragment>
          )
        })}
      </ul>
      {asked && <UndoDialog change={asked} onUndone={onUndone} onClose={() => setAsked(null)} />}
    </>
  )
}

const LINES = { marginBlock: 4 }
const DAY = { paddingBlock: 8, background: 'var(--hover)' }
/** Two lines of text. */
const SHORT = { paddingBlock: 2 }

type EntryProps = { change: Change; isShort: boolean; isUndoDisabled: boolean; onUndo: () => void }

function Entry({ change, isShort, isUndoDisabled, onUndo }: EntryProps) {
  const timezone = useTimezone()
  const { at, sitename, device, client_ip, is_undo, undo, before } = change
  const what = describeAction(change)
  const lines = describeLines(change, timezone)
  const lineClass = isShort || before === null || change.after === null ? 'row wrap gap-16 tight' : undefined
  return (
    <li className="row top gap-12 to-edge" style={isShort ? SHORT : undefined}>
      <div className="rest">
        <div className={isShort ? 'row wrap gap-16 tight' : undefined}>
          <p className="row wrap tight break">
            <span className="medium">{what}</span>
            {is_undo && <Pill>By undo</Pill>}
            {undo === 'done' && <Pill>Undone</Pill>}
          </p>
          {lines.length > 0 && (
            <ul className={lineClass} style={isShort ? undefined : LINES}>
              {lines.map((line) => (
                <Line key={line.label} line={line} />
              ))}
            </ul>
          )}
        </div>
        <p className="row wrap gap-12 tight grey small digits break">
          {isShort && (
            <span>
              {/* The heading says it for the eye. */}
              <VisuallyHidden>{formatLongDay(formatDateIn(timezone, at))}, </VisuallyHidden>
              {formatTimeIn(timezone, at)}
            </span>
          )}
          <span>{describeActor(change)}</span>
          {!isShort && <span>{formatDateTimeIn(timezone, at)}</span>}
          {sitename && <span>{sitename}</span>}
          {device && <span>{device}</span>}
          {client_ip && <span>{client_ip}</span>}
        </p>
      </div>
      {undo === 'possible' && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
          aria-label={`Undo: ${what}, ${formatDateTimeIn(timezone, at)}`}
          disabled={isUndoDisabled}
          onClick={onUndo}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

/** 'Price R 12,00 → R 13,50'. A reader hears 'from … to …'. */
const Line = ({ line: { label, before, after } }: { line: ChangeLine }) => (
  <li className="small break">
    <span className="grey">{label}</span> {before !== undefined && <Value text={before} />}
    {before !== undefined && after !== undefined && (
      <>
        <span aria-hidden className="grey">
          {' → '}
        </span>
        <VisuallyHidden> to </VisuallyHidden>
      </>
    )}
    {after !== undefined && <Value text={after} />}
  </li>
)

const MAX_SHOWN = 140

/** The beginning of a long text. The tooltip has all of it. */
const Value = ({ text }: { text: string }) => (
  <span title={text.length > MAX_SHOWN ? text : undefined}>
    {text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text}
  </span>
)

type UndoProps = { change: Change; onUndone: (() => void) | undefined; onClose: () => void }

function UndoDialog({ change, onUndone, onClose }: UndoProps) {
  const timezone = useTimezone()
  const undo = useUndo()
  const confirm = async () => {
    await undo.mutateAsync(change)
    showToast('Undone')
    onUndone?.()
  }
  const isBulk = change.noun === 'bulk change'
  return (
    <ConfirmDialog
      title="Undo this change"
      subtitle={describeAction(change)}
      action="Undo"
      failure="Could not undo this change. Please try again."
      onConfirm={confirm}
      onClose={onClose}
    >
      {isBulk ? (
        'Products get their earlier values, except those changed again since.'
      ) : (
        <>
          <span>This restores the earlier values. The undo is also recorded under Activity.</span>
          <span className="stack gap-4" style={{ marginTop: 12 }}>
            {describeLines(change, timezone).map(({ label, before }) => (
              <span key={label} className="break">
                <span className="grey">{label}</span>{' '}
                <b>
                  <Value text={before ?? ''} />
                </b>
              </span>
            ))}
          </span>
        </>
      )}
    </ConfirmDialog>
  )
}
