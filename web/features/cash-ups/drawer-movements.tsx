import { Box, Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { CashUpDay, DrawerMovement } from '../../../contract/cash-ups.ts'
import type { MovementInput } from '../../../contract/drawer-movements.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { parseAmount } from './cash-up-form.ts'
import { useEnterMovement, useRemoveMovement } from './cash-up-mutations.ts'

/** What was paid in and out on a day, with fields to enter more. Each is saved at once, beside the cash-up. */
export function DrawerMovements({ day }: { day: CashUpDay }) {
  const remove = useRemoveMovement()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="stack gap-12" data-wide>
      <MovementList
        movements={day.movements}
        action={({ movementid, reason, till }) =>
          till === null && (
            <Button
              variant="subtle"
              {...{ size: 'sm', h: 40, px: 'xs' }}
              aria-label={`Take back: ${reason}`}
              loading={remove.isPending && remove.variables.movementid === movementid}
              onClick={() => remove.mutate({ movementid })}
            >
              Take back
            </Button>
          )
        }
      />
      {remove.isError && <p role="alert">{getSaveErrorMessage(remove.error, SOMETHING_WRONG)}</p>}
      {isOpen ? (
        <NewMovement day={day} />
      ) : (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => setIsOpen(true)}>
          Paid in or out of the drawer
        </Button>
      )}
    </div>
  )
}

/** They are in the form of the cash-up, so Enter in a field must not save that one. */
const keepInside = (event: KeyboardEvent) => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

function NewMovement({ day: { siteid, day } }: { day: CashUpDay }) {
  const enter = useEnterMovement()
  const [request_id, setRequestId] = useState(createUuid)
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const value = parseAmount(amount)
  const errors = {
    amount: value === undefined || value <= 0 ? 'Enter rand and cents, such as 100,00.' : null,
    reason: reason.trim() === '' ? 'Enter what the money is for.' : null,
  }
  const save = (kind: MovementInput['kind']) => {
    setIsTried(true)
    if (errors.amount || errors.reason || value === undefined) return
    enter.mutate(
      { siteid, day, kind, amount: value, reason: reason.trim(), request_id },
      {
        onSuccess: () => {
          setAmount('')
          setReason('')
          setIsTried(false)
        },
        onSettled: () => setRequestId(createUuid()),
      },
    )
  }
  return (
    <Box className="panel to-edge stack gap-12" onKeyDown={keepInside}>
      <TextInput
        {...{ label: 'Amount', leftSection: 'R', inputMode: 'decimal', autoComplete: 'off', size: 'md' }}
        value={amount}
        error={isTried && errors.amount}
        onChange={({ currentTarget }) => setAmount(currentTarget.value)}
      />
      <TextInput
        {...{ label: 'What for', placeholder: 'Stamps, change from the bank', maxLength: 200, size: 'md' }}
        value={reason}
        error={isTried && errors.reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      {enter.isError && <p role="alert">{getSaveErrorMessage(enter.error, SOMETHING_WRONG)}</p>}
      <div className="row gap-12">
        <Button variant="default" disabled={enter.isPending} onClick={() => save('paid_in')}>
          Paid in
        </Button>
        <Button variant="default" disabled={enter.isPending} onClick={() => save('paid_out')}>
          Paid out
        </Button>
      </div>
    </Box>
  )
}

type ListProps = { movements: DrawerMovement[]; action?: (movement: DrawerMovement) => ReactNode }

/** Nothing without movements. */
export function MovementList({ movements, action }: ListProps) {
  const timezone = useTimezone()
  const titleId = useId()
  if (movements.length === 0) return null
  return (
    <section>
      <Box component="h3" id={titleId} fz="md" mb="xs">
        Paid in and out
      </Box>
      <BorderedBox>
        <ul className="ruled" aria-labelledby={titleId}>
          {movements.map((movement) => (
            <li key={movement.movementid} className="list-row between gap-12">
              <span className="break" style={movement.is_removed ? { textDecoration: 'line-through' } : {}}>
                {movement.reason}
                <span className="second-line">
                  {[formatTimeIn(timezone, movement.moved_at), movement.who, movement.till].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="row gap-12">
                <span className="digits medium">
                  {formatRand(Math.abs(movement.amount))} {movement.amount > 0 ? 'in' : 'out'}
                  {movement.is_removed && <span className="second-line">Taken back</span>}
                </span>
                {!movement.is_removed && action?.(movement)}
              </span>
            </li>
          ))}
        </ul>
      </BorderedBox>
    </section>
  )
}
