import { Box, Button } from '@mantine/core'
import { formatRand } from '../../lib/format/money.ts'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { ShownOnce } from '../../ui/display/shown-once.tsx'
import { createCurlCommand, EXAMPLE_AMOUNT } from './curl-command.ts'
import { EmailInstructions } from './email-instructions.tsx'

export type CreatedKey = { tillid: number; name: string; key: string; at: Date }

type Props = { created: CreatedKey; sitename: string; onSaved: () => void }

/** A new key. It is shown only once. */
export function NewKey({ created, sitename, onSaved }: Props) {
  return (
    <Box
      component="section"
      className="stack gap-12"
      p="md"
      bd="1px solid var(--accent)"
      bdrs="lg"
      bg="var(--tint)"
      aria-label={`New key for ${created.name}`}
    >
      <h3>New key for {created.name}</h3>
      <ShownOnce />
      <CopyBlock label="Key" text={created.key} copy="Copy key" takesFocus />
      <EmailInstructions sitename={sitename} created={created} />
      <details className="small">
        <Box component="summary" c="var(--accent)" fw={500}>
          For developers
        </Box>
        <Box component="p" mb="xs">
          Test it in a terminal. This sends one real sale of {formatRand(EXAMPLE_AMOUNT)}.
        </Box>
        <CopyBlock
          label="Command"
          text={createCurlCommand({ origin: location.origin, key: created.key, at: created.at })}
          copy="Copy command"
        />
      </details>
      <Button variant="default" onClick={onSaved}>
        I've saved the key
      </Button>
    </Box>
  )
}
