import { Box } from '@mantine/core'
import { useId } from 'react'
import classes from './changes-table.module.css'

/** A field that someone else changed. `yours` is null if it was not changed here: their value is taken over. */
type FieldChange<Field> = { field: Field; label: string; theirs: string; yours: string | null; chosen: 'theirs' | 'yours' }

type Props<Field> = { changes: FieldChange<Field>[]; onChoose: (field: Field, from: 'theirs' | 'yours') => unknown }

/** What someone else changed in the row while it was edited here. It gets the focus when it appears. */
export function ChangesTable<Field extends PropertyKey>({ changes, onChoose }: Props<Field>) {
  const id = useId()
  return (
    <Box
      component="section"
      data-wide
      className="focus-target"
      p="12px 16px"
      bdrs="md"
      bg="var(--tint)"
      aria-labelledby={id}
      tabIndex={-1}
      ref={focusOnMount}
    >
      <h3 id={id}>Changed by someone else</h3>
      <table className={`table ${classes.table}`} aria-labelledby={id}>
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
                  <td className="grey">Not changed</td>
                </>
              ) : (
                (['theirs', 'yours'] as const).map((from) => (
                  <td key={from}>
                    <label className={`row top ${classes.choice}`}>
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
    </Box>
  )
}

const Value = ({ text }: { text: string }) => (
  <Box component="span" className="clamped digits" style={{ '--lines': 3 }}>
    {text || '(empty)'}
  </Box>
)

const focusOnMount = (section: HTMLElement | null) => section?.focus()
