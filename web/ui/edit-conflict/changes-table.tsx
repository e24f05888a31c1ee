import { useId } from 'react'
import classes from './changes-table.module.css'

/** A field that someone else changed. `yours` is null if it was not changed here: their value is taken over. */
type FieldChange<Field> = { field: Field; label: string; theirs: string; yours: string | null; chosen: 'theirs' | 'yours' }

type Props<Field> = { changes: FieldChange<Field>[]; onChoose: (field: Field, from: 'theirs' | 'yours') => unknown }

/** What someone else changed in the row while it was edited here. It gets the focus when it appears. */
export function ChangesTable<Field extends PropertyKey>({ changes, onChoose }: Props<Field>) {
  const id = useId()
  return (
    <section data-wide className={classes.section} aria-labelledby={id} tabIndex={-1} ref={focusOnMount}>
      <h3 id={id}>Changed by someone else</h3>
      <table className={classes.table} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, label, theirs, yours, chosen }) => (
            <tr key={String(field)}>
              <th scope="row">{label}</th>
              {yours === null ? (
                <>
                  <td>
                    <Value text={theirs} />
                  </td>
                  <td className={classes.unchanged}>Not changed</td>
                </>
              ) : (
                (['theirs', 'yours'] as const).map((from) => (
                  <td key={from}>
                    <label className={classes.choice}>
                      <input
                        type="radio"
                        name={`${id}-${String(field)}`}
                        aria-label={from === 'theirs' ? `Theirs: ${theirs}` : `Yours: ${yours}`}
                        checked={chosen === from}
                        onChange={() => onChoose(field, from)}
                      />
                      <Value text={from === 'theirs' ? theirs : yours} />
                    </label>
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Value = ({ text }: { text: string }) => <span className={classes.value}>{text || '(empty)'}</span>

const focusOnMount = (section: HTMLElement | null) => section?.focus()
