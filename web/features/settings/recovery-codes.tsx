import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const FILE_NAME = 'winkel-recovery-codes.txt'

/** New recovery codes. They are shown only once. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = codes.join('\n')

  const download = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    Object.assign(document.createElement('a'), { href: url, download: FILE_NAME }).click()
    URL.revokeObjectURL(url)
  }

  return (
    <div className="stack">
      <Notice kind="quiet">
        Save these recovery codes now. They will not be shown again. Each signs you in once without your phone.
      </Notice>
      <CopyBlock label="Recovery codes" text={text} copy="Copy codes" takesFocus />
      <div className="row">
        <Button variant="default" leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />} onClick={download}>
          Download codes
        </Button>
      </div>
    </div>
  )
}
