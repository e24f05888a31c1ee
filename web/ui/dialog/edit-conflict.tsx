import { Notice } from '../feedback/notice.tsx'
import classes from './edit-conflict.module.css'

/** A field that somebody else changed. `isKept`: the value typed here stays. */
export type FieldDifference = { label: string; was: string; now: string; isKept: boolean }

/** What somebody else changed in the row while it was edited here. */
export const EditConflict = ({ changes }: { changes: FieldDifference[] }) => (
  <div data-wide>
    <Notice kind="quiet">
      <p>{changes.length > 0 ? 'Changed by someone else:' : 'Saved by someone else, with no changes.'}</p>
      <ul className={classes.changes}>
        {changes.map(({ label, was, now, isKept }) => (
          <li key={label}>
            <b>{label}</b> <Value text={was} /> → <Value text={now} />
            {isKept && ' (your change is kept)'}
          </li>
        ))}
      </ul>
    </Notice>
  </div>
)

const Value = ({ text }: { text: string }) => <span className={classes.value}>{text || '(empty)'}</span>
