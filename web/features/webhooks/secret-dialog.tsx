import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { ShownOnce } from '../../ui/display/shown-once.tsx'
import type { NewSecret } from './webhook-texts.ts'

/** A new secret. It is shown only once. */
export const SecretDialog = ({ secret: { secret, isRotated }, onClose }: { secret: NewSecret; onClose: () => void }) => (
  <Dialog
    title={isRotated ? 'New secret' : 'Webhook added'}
    subtitle="With the secret the receiver checks that a message is from Winkel"
    onClose={onClose}
    unsaved={() => 'The secret will not be shown again.'}
    footer={<CloseDialogButton onClick={onClose}>I've saved the secret</CloseDialogButton>}
  >
    <div className="stack gap-16">
      <ShownOnce />
      <CopyBlock label="Secret" text={secret} copy="Copy secret" takesFocus />
      <p className="grey small">
        {isRotated
          ? 'For 24 hours messages are signed with the secret before too. Give the new one to the receiver in this time.'
          : 'Give it to the receiver, then send a test.'}
      </p>
    </div>
  </Dialog>
)
