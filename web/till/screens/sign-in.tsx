import { useState } from 'react'
import type { TillEmployee } from '../../../contract/till-catalogue.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { readValue } from '../device/database.ts'
import { useLive } from '../device/use-live.ts'
import { PinPad } from '../parts/pin-pad.tsx'
import { useTill } from '../till-context.ts'

const MAX_AHEAD_MS = 5 * 60_000

/** A seller chooses the name and enters the PIN. */
export function SignIn({ onSignIn }: { onSignIn: (seller: TillEmployee) => void }) {
  const { setup, sync } = useTill()
  const [chosen, setChosen] = useState<TillEmployee>()
  const ahead = useLive(() => readValue('clock_ahead')) ?? 0
  const people = setup.employees.filter(({ pin }) => pin)
  // Of the person as the last sync has it.
  const employee = people.find(({ employeeid }) => employeeid === chosen?.employeeid)
  return (
    <main className="sign-in">
      <header>
        <p className="grey">{setup.business.name}</p>
        <h1>{setup.site.sitename}</h1>
      </header>
      {Math.abs(ahead) > MAX_AHEAD_MS && (
        <div className="notice warns" role="alert">
          <p>
            The clock of this device is {describeMinutes(ahead)}. Sales would have a wrong time. Set the clock, then check again.
          </p>
          <button type="button" className="button" onClick={sync.refresh}>
            Check again
          </button>
        </div>
      )}
      {employee ? (
        <section aria-label={`PIN of ${getFullName(employee)}`}>
          <h2>{getFullName(employee)}</h2>
          <p className="grey">Enter your PIN.</p>
          <PinPad key={employee.employeeid} employee={employee} onRight={() => onSignIn(employee)} />
          <button type="button" className="button" onClick={() => setChosen(undefined)}>
            Someone else
          </button>
        </section>
      ) : (
        <section aria-label="Who sells?">
          <h2>Who sells?</h2>
          {people.length === 0 ? (
            <>
              <p>Nobody of this site has a PIN. Set one in Winkel, under Employees.</p>
              <button type="button" className="button" onClick={sync.refresh}>
                Check again
              </button>
            </>
          ) : (
            <div className="people">
              {people.map((person) => (
                <button key={person.employeeid} type="button" className="person" onClick={() => setChosen(person)}>
                  {getFullName(person)}
                </button>
              ))}
            </div>
          )}
        </section>
      )}
    </main>
  )
}

/** '12 minutes ahead', '3 days behind'. */
function describeMinutes(ahead_ms: number) {
  const minutes = Math.round(Math.abs(ahead_ms) / 60_000)
  const [count, unit] =
    minutes < 120
      ? [minutes, 'minute']
      : minutes < 2880
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'} ${ahead_ms > 0 ? 'ahead' : 'behind'}`
}
