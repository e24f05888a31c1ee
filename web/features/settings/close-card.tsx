import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { CLOSED_DAYS } from '../../../contract/shared/constants.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Card } from '../../ui/layout/card.tsx'

const CloseDialog = lazyDialog('Close business', async () => (await import('./close-dialog.tsx')).CloseDialog)

/** For the owner. */
export function CloseCard() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Card title="Close business" flush>
        <div className="row wrap gap-12 to-edge line-above">
          <Box component="p" className="rest grey" miw={220}>
            Everyone else is signed out and tills keep their sales. You can reopen the business for {CLOSED_DAYS} days. Then all
            its data is erased.
          </Box>
          <Button variant="outline" color="red" flex="none" onClick={() => setOpen(true)}>
            Close business
          </Button>
        </div>
      </Card>
      {isOpen && <CloseDialog onClose={() => setOpen(false)} />}
    </>
  )
}
