import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import { z } from 'zod'
import type { SiteOption } from '../../../contract/sites.ts'
import { TillInput } from '../../../contract/tills.ts'
import { signOut } from '../../auth/session.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { checkStorage, storePairing, TILL_PAGE } from './device-till.ts'
import { useCreateTill } from './till-mutations.ts'

const NAME_MAX = 100
const Fields = TillInput.extend({ signs_out: z.boolean() })

/** Makes this browser a till of the site: creates a key, which is not shown, and opens the page of the till with it. */
export function DeviceDialog({ site, onClose }: { site: SiteOption; onClose: () => void }) {
  const id = useId()
  const creation = useCreateTill()
  // One key for all attempts: a retry after a lost answer, or after a sign-out that failed, returns the till key that was created.
  const [request_id, setRequestId] = useState(createUuid)
  const openTill = useTillPage()
  const form = useForm({
    initialValues: { name: `${site.sitename.slice(0, NAME_MAX - 5)} till`, signs_out: true },
    validate: schemaResolver(Fields, { sync: true }),
    transformValues: Fields.parse,
  })

  const onSave = async ({ name, signs_out }: z.output<typeof Fields>) => {
    checkStorage()
    const { till, key } = await creation.mutateAsync({ siteid: site.siteid, name, request_id }).catch((error) => {
      if (getErrorCode(error) === 'ALREADY_USED') setRequestId(createUuid())
      throw error
    })
    storePairing({ key, tillid: till.tillid, name: till.name })
    if (signs_out) await signOut()
    openTill()
  }

  return (
    <FormDialog
      title="Use this device as a till"
      subtitle={`Sells at ${site.sitename}, also without a network`}
      form={form}
      save="Start the till"
      saved={() => null}
      failure="Could not start the till. Please try again."
      onSave={onSave}
      onClose={onClose}
    >
      <TextInput
        size="md"
        label="Name of this till"
        description="On receipts, and where you see its sales."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        wrapperProps={{ 'data-wide': true }}
        {...form.getInputProps('name')}
      />
      <div className="choice top" data-wide>
        <input
          id={id}
          type="checkbox"
          aria-describedby={`${id}-hint`}
          {...form.getInputProps('signs_out', { type: 'checkbox' })}
        />
        <div>
          <label htmlFor={id}>Sign me out on this device</label>
          <small id={`${id}-hint`} className="second-line">
            So that sellers cannot open the back office. To end the till, revoke its key.
          </small>
        </div>
      </div>
    </FormDialog>
  )
}

/** Opens the till when the dialog is gone: the browser asks before it leaves one that is saving. */
function useTillPage() {
  const dialog = useRef({ isOpen: true, isDone: false })
  useEffect(() => {
    const { current } = dialog
    current.isOpen = true
    return () => {
      current.isOpen = false
      // After the effects of the dialog have ended too.
      if (current.isDone) setTimeout(() => location.assign(TILL_PAGE))
    }
  }, [])
  return () => {
    dialog.current.isDone = true
    // The end of the session may have closed it.
    if (!dialog.current.isOpen) location.assign(TILL_PAGE)
  }
}
