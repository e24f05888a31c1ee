import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

const UnknownProductsDialog = lazyDialog(
  'Not in your products',
  async () => (await import('./unknown-products-dialog.tsx')).UnknownProductsDialog,
)

/** Above a report with rows of what no product is called: the way to add these products. */
export function UnknownNotice({ report }: { report: Report }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {report.has_unknown_products && (
        <Box className="screen-only" mb="md">
          <Notice
            kind="quiet"
            action={
              <Button variant="default" size="xs" onClick={() => setOpen(true)}>
                Add or link products
              </Button>
            }
          >
            Some sales have products missing from your product list.
          </Notice>
        </Box>
      )}
      {isOpen && <UnknownProductsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
