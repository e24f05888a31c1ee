import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Till } from '../../../contract/tills.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useBusy } from '../../ui/form/use-busy.ts'
import { FirstSale } from './first-sale.tsx'
import { useRevokeTill } from './till-mutations.ts'
import classes from './till-row.module.css'

type Props = { till: Till; timezone: string; onRevoked: () => void }

/** A key. Revoking asks for a confirmation in place of the button. */
export function TillRow({ till, timezone, onRevoked }: Props) {
  const revocation = useRevokeTill()
  const isBusy = useBusy(revocation.isPending) === true
  const [isAsking, setIsAsking] = useState(false)
  const askButton = useRef<HTMLButtonElement>(null)
  const cancelButton = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)

  useEffect(() => {
    if (isAsking) cancelButton.current?.focus()
    else if (wasAsking.current) askButton.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  const revoke = () => revocation.mutateAsync({ tillid: till.tillid }).then(onRevoked, console.error)

  const question = `Revoke ${till.name}? It stops working at once.`
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.name}>
          {till.name} <code>{till.key_start}…</code>
        </p>
        <p className={classes.facts}>
          <span>Created {formatDateTimeIn(timezone, till.created_at)}</span>
          <span>Last used: {till.last_used_at ? formatDateTimeIn(timezone, till.last_used_at) : 'Never'}</span>
        </p>
        <FirstSale sale={till.first_sale} />
      </div>
      {!isAsking && (
        <ActionIcon
          ref={askButton}
          variant="subtle"
          size={40}
          aria-label={`Revoke ${till.name}`}
          onClick={() => setIsAsking(true)}
        >
          <IconTrash size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      {isAsking && (
        <fieldset className={classes.question} aria-label={question}>
          <p>{question}</p>
          {revocation.error && (
            <Notice kind="error">{getErrorMessage(revocation.error, 'Could not revoke the key. Please try again.')}</Notice>
          )}
          <div className={classes.buttons}>
            <Button ref={cancelButton} variant="default" size="xs" disabled={isBusy} onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button color="red" size="xs" loading={isBusy} onClick={revoke}>
              Revoke
            </Button>
          </div>
        </fieldset>
      )}
    </li>
  )
}
