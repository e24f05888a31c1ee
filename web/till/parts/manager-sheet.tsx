import { useState } from 'react'
import type { TillEmployee } from '../../../contract/till-catalogue.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { isManager } from '../people/permissions.ts'
import { useTill } from '../till-context.ts'
import { PinPad } from './pin-pad.tsx'
import { Sheet } from './sheet.tsx'

type Props = { reason: string; onAllowed: (manager: TillEmployee) => void; onClose: () => void }

/** Asks a manager for the PIN. */
export function ManagerSheet({ reason, onAllowed, onClose }: Props) {
  const { setup } = useTill()
  const managers = setup.employees.filter((employee) => isManager(employee) && employee.pin)
  const [chosen, setChosen] = useState<TillEmployee | undefined>(managers.length === 1 ? managers[0] : undefined)
  return (
    <Sheet title="A manager has to allow this" takesFastPresses onClose={onClose}>
      <p>{reason}</p>
      {managers.length === 0 && <p className="error">No manager has a PIN. Set one in Winkel, under Employees.</p>}
      {chosen ? (
        <>
          <p className="strong">{getFullName(chosen)}</p>
          <PinPad key={chosen.employeeid} employee={chosen} onRight={() => onAllowed(chosen)} />
          {managers.length > 1 && (
            <button type="button" className="button" onClick={() => setChosen(undefined)}>
              Someone else
            </button>
          )}
        </>
      ) : (
        <div className="people">
          {managers.map((manager) => (
            <button key={manager.employeeid} type="button" className="person" onClick={() => setChosen(manager)}>
              {getFullName(manager)}
            </button>
          ))}
        </div>
      )}
    </Sheet>
  )
}
