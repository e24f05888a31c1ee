import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { ShownOnce } from '../../ui/display/shown-once.tsx'
import type { NewSecret } from './webhook-texts.ts'

/** A new secret. It is shown only once. */
export const SecretDialog = ({ secret: { secret, isRotated }, onClose }: { secret: NewSecret; onClose: () => void }) => (
  <Dialog
    title={isRotated ? 'New secret' : 'Webhook added'}
    subtitle="The receiver uses the secret to check messages"
    onClose={onClose}
    unsaved={() => 'The secret will not be shown again. It stays valid.'}
    footer={<CloseDialogButton onClick={onClose}>I've saved the secret</CloseDialogButton>}
  >
    <div className="stack gap-16">
      <ShownOnce />
      <CopyBlock label="Secret" text={secret} copy="Copy secret" takesFocus />
      <p className="grey small">
        {isRotated
          ? 'The old secret works for 24 hours. Give the receiver the new one by then.'
          : 'Give it to the receiver, then send a test.'}
      </p>
    </div>
  </Dialog>
)
