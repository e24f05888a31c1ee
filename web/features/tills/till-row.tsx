import { ActionIcon, Box, Button } from '@mantine/core'
import { IconCircleCheck, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { Till } from '../../../contract/tills.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand } from '../../lib/format/money.ts'
import { RefusedLink } from '../../refused-sales/refused-link.tsx'
import { ClocksAhead } from '../../till-clocks/clocks-ahead.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useRevokeTill } from './till-mutations.ts'
import classes from './tills.module.css'

type Props = { siteid: number; till: Till; timezone: string; onRevoked: () => void }

/** A key. Revoking asks for a confirmation in place of the button. */
export function TillRow({ siteid, till, timezone, onRevoked }: Props) {
  const revocation = useRevokeTill()
  const isBusy = revocation.isPending
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
    <Box component="li" className="row wrap gap-12" p="10px 8px 10px 14px">
      <div className="rest">
        <p className="medium">
          {till.name}{' '}
          <Box component="code" className="nowrap" ml={4} c="dimmed" fz="xs" fw={400}>
            {till.key_start}…
          </Box>
        </p>
        <p className="row wrap gap-16 tight grey small digits">
          <span>Created {formatDateTimeIn(timezone, till.created_at)}</span>
          <span>Last used: {till.last_used_at ? formatDateTimeIn(timezone, till.last_used_at) : 'Never'}</span>
        </p>
        <FirstSale sale={till.first_sale} />
        <ClocksAhead siteid={siteid} tillid={till.tillid} />
        <RefusedLink siteid={siteid} tillid={till.tillid} />
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
        <Box
          component="fieldset"
          className="row wrap gap-16"
          flex="1 0 100%"
          miw={0}
          m="0 6px 4px 0"
          bd={0}
          aria-label={question}
        >
          <p>{question}</p>
          <Box className="row" ml="auto">
            <Button ref={cancelButton} variant="default" size="xs" disabled={isBusy} onClick={() => setIsAsking(false)}>
              Cancel
            </Button>
            <Button color="red" size="xs" loading={isBusy} onClick={revoke}>
              Revoke
            </Button>
          </Box>
          {revocation.error && (
            <Box flex="1 0 100%">
              <Notice kind="error">{getErrorMessage(revocation.error, 'Could not revoke the key. Please try again.')}</Notice>
            </Box>
          )}
        </Box>
      )}
    </Box>
  )
}

/** Whether the till works. The list of tills refreshes with the sales, so this changes while it is read. */
const FirstSale = ({ sale }: { sale: Till['first_sale'] }) => (
  <Box component="p" className="row small" mt={2} c={sale ? 'var(--green)' : 'dimmed'} aria-live="polite">
    {sale ? (
      <>
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
        <span>
          First sale received: {formatRand(sale.finalamount)}{' '}
          <Link className="nowrap" style={{ marginLeft: 6 }} to="/sales" search={{ sale: sale.saleid }}>
            Sale #{sale.saleid}
          </Link>
        </span>
      </>
    ) : (
      <>
        <Box
          component="span"
          className={`keep-size ${classes.dot}`}
          w={8}
          h={8}
          mx={5}
          bdrs="50%"
          bg="var(--amber-dot)"
          aria-hidden
        />
        Waiting for the first sale …
      </>
    )}
  </Box>
)
