import { Box } from '@mantine/core'

/** What someone else changed, in a notice. */
export const ChangeList = ({ changes }: { changes: string[] }) => (
  <Box component="ul" className="break" mah={140} mt={4} style={{ overflowY: 'auto' }} tabIndex={0} aria-label="Their changes">
    {changes.map((change) => (
      <li key={change}>{change}</li>
    ))}
  </Box>
)
