import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { CodeInput } from '../../contract/own-sign-in.ts'
import { client } from '../lib/api/api.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../lib/api/messages.ts'
import { useSave } from '../lib/api/use-save.ts'
import { FormDialog } from '../ui/dialog/form-dialog.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useSession } from './session.ts'

const WIDE = { 'data-wide': true }

/** A code that is mailed to the own address proves it. */
export function ProveEmailDialog({ onClose }: { onClose: () => void }) {
  const confirm = useSave(client.account.emailProof.confirm, ['account'])
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(CodeInput, { sync: true }),
    transformValues: CodeInput.parse,
  })
  return (
    <FormDialog
      title="Confirm your e-mail"
      subtitle="With a code sent to you by e-mail"
      save="Confirm"
      form={form}
      onSave={(input) => confirm.mutateAsync(input)}
      onClose={onClose}
      errorField={(error) => (getErrorCode(error) === 'CODE_WRONG' ? 'code' : undefined)}
    >
      <SendCode />
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        {...form.getInputProps('code')}
      />
    </FormDialog>
  )
}

function SendCode() {
  const email = useSession()?.user.email
  const send = useMutation({ mutationFn: () => client.account.emailProof.start() })
  const button = (
    <Button variant="default" size="xs" flex="none" loading={send.isPending} onClick={() => send.mutate()}>
      {send.isIdle ? 'Send code' : 'Send again'}
    </Button>
  )
  return (
    <div data-wide>
      {send.isError ? (
        <Notice kind="error" action={button}>
          {getErrorMessage(send.error, SOMETHING_WRONG)}
        </Notice>
      ) : (
        <Notice kind={send.isSuccess ? 'success' : 'quiet'} action={button}>
          {send.isSuccess
            ? `We sent a code to ${email}, valid for an hour. Check your spam folder too.`
            : `We send the code to ${email}.`}
        </Notice>
      )}
    </div>
  )
}
