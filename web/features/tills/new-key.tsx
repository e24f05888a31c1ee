import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { formatRand } from '../../lib/format/money.ts'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { createCurlCommand, EXAMPLE_AMOUNT } from './curl-command.ts'
import { EmailInstructions } from './email-instructions.tsx'
import classes from './new-key.module.css'

export type CreatedKey = { tillid: number; name: string; key: string; at: Date }

type Props = { created: CreatedKey; sitename: string; onSaved: () => void }

/** A new key. It is shown only once. */
export function NewKey({ created, sitename, onSaved }: Props) {
  return (
    <section className={classes.box} aria-label={`New key for ${created.name}`}>
      <h3>New key for {created.name}</h3>
      <p className={classes.warning}>
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        Copy it now and keep it like a password. It will not be shown again.
      </p>
      <CopyBlock label="Key" text={created.key} copy="Copy key" takesFocus />
      <EmailInstructions sitename={sitename} created={created} />
      <details className={classes.developers}>
        <summary>For developers</summary>
        <p>Test it in a terminal. This sends one real sale of {formatRand(EXAMPLE_AMOUNT)}.</p>
        <CopyBlock
          label="Command"
          text={createCurlCommand({ origin: location.origin, key: created.key, at: created.at })}
          copy="Copy command"
        />
      </details>
      <Button variant="default" onClick={onSaved}>
        I've saved the key
      </Button>
    </section>
  )
}
