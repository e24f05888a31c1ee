import { Box } from '@mantine/core'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SettingRow } from './setting-row.tsx'

/** Code of its own, so that the parts of it that many screens have do not become a part of every screen. */
export const ExportFile = lazyComponent(async () => (await import('./export-file.tsx')).ExportFile, {
  failure: 'Could not load this.',
  loading: <SettingRow label="Size" value={undefined} />,
})

/** The file of all data of the business, for its owner. */
export const ExportCard = () => (
  <Card title="Download your data" flush>
    <Box component="p" px="var(--side)" pb="md" c="dimmed">
      All your products, sales, employees, sites, stock changes and pictures in one ZIP file that opens in Excel, without
      passwords and till keys.
    </Box>
    <ExportFile />
  </Card>
)
