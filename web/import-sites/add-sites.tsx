import { Button } from '@mantine/core'
import { client } from '../lib/api/api.ts'
import { getErrorMessage } from '../lib/api/messages.ts'
import { useSave } from '../lib/api/use-save.ts'
import { useRequestIds } from '../lib/browser/use-request-ids.ts'
import { pluralize } from '../lib/format/money.ts'
import { Notice } from '../ui/feedback/notice.tsx'

const FAILED = 'Could not add the sites. Please try again.'

/** Adds a site for each name of a file. Their location is the name until somebody edits it. */
export function AddSites({ names, disabled, onAdded }: { names: string[]; disabled: boolean; onAdded: () => void }) {
  const findRequestId = useRequestIds()
  const add = useSave(
    async (shown: string[]) => {
      for (const name of shown) {
        await client.sites.create({ sitename: name, location: name, request_id: findRequestId(name) })
      }
    },
    ['sites'],
  )
  return (
    <>
      {add.isError && <Notice kind="error">{getErrorMessage(add.error, FAILED)}</Notice>}
      <div>
        <Button size="xs" disabled={disabled || add.isPending} onClick={() => add.mutate(names, { onSuccess: onAdded })}>
          Add {pluralize(names.length, 'site')}
        </Button>
      </div>
    </>
  )
}
