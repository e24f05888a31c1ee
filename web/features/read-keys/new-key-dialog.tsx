import { Box } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'

/** A new key. It is shown only once. */
export const NewKeyDialog = ({ text, onClose }: { text: string; onClose: () => void }) => (
  <Dialog
    title="Read key created"
    subtitle="The program sends it with each call"
    onClose={onClose}
    unsaved={() => 'The key will not be shown again.'}
    footer={<CloseDialogButton onClick={onClose}>I've saved the key</CloseDialogButton>}
  >
    <div className="stack gap-16">
      <Box component="p" className="row top medium" c="var(--amber)">
        <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
        Copy it now and keep it like a password. It will not be shown again.
      </Box>
      <CopyBlock label="Key" text={text} copy="Copy key" takesFocus />
      <CopyBlock
        label="Example"
        text={`curl -H "Authorization: Bearer ${text}" \\\n  "${location.origin}/api/v1/products/all"`}
        copy="Copy example"
      />
    </div>
  </Dialog>
)
