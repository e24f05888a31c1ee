import { Box, Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconMail } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { createInstructions, createMailUrl } from './instructions.ts'

type Props = {
  sitename: string
  /** A key that was just created. Its text is not known later. */
  created?: { name: string; key: string; at: Date }
}

/** For the supplier of the tills. The key is sent only if the person ticks it: an e-mail stays in mailboxes. */
export function EmailInstructions({ sitename, created }: Props) {
  const id = useId()
  const [sendsKey, setSendsKey] = useState(false)
  const { copied, copy } = useClipboard()
  const instructions = createInstructions({
    ...{ origin: location.origin, sitename, tillname: created?.name, at: created?.at ?? new Date() },
    key: sendsKey ? created?.key : undefined,
  })

  return (
    <div className="stack gap-8 small">
      <p>Your till supplier connects the till. Send them the instructions.</p>
      {created && (
        <Box className="choice top" py={4}>
          <input
            id={id}
            type="checkbox"
            aria-describedby={`${id}-hint`}
            checked={sendsKey}
            onChange={(event) => setSendsKey(event.currentTarget.checked)}
          />
          <div>
            <label htmlFor={id}>Include the key</label>
            <small id={`${id}-hint`} className="second-line">
              Anyone with the e-mail could then send sales for this site and read its prices. Giving the key yourself is safer.
            </small>
          </div>
        </Box>
      )}
      <div className="row wrap fill-line">
        <Button
          component="a"
          variant="default"
          href={createMailUrl(instructions)}
          leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
        >
          E-mail instructions to my till supplier
        </Button>
        <Button variant="subtle" aria-live="polite" onClick={() => copy(instructions.body)}>
          {copied ? 'Instructions copied' : 'Copy instructions'}
        </Button>
      </div>
    </div>
  )
}
