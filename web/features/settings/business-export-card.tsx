import { Box } from '@mantine/core'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SettingRow } from './setting-row.tsx'

/** Code of its own, so that the parts of it that many screens have do not become a part of every screen. */
export const ExportFile = lazyComponent(async () => (await import('./export-file.tsx')).ExportFile, {
  failure: 'This could not be loaded.',
  loading: <SettingRow label="Size" value={undefined} />,
})

/** The file of all data of the business, for its owner. */
export const ExportCard = () => (
  <Card title="Download your data" flush>
    <Box component="p" px="var(--side)" pb="md" c="dimmed">
      All your products, sales, employees, sites and stock changes as files that open in Excel, with the pictures, in one ZIP
      file. Passwords and till keys are not in it.
    </Box>
    <ExportFile />
  </Card>
)
