import { Button } from '@mantine/core'

/** Changes the fact of a row; the label says which one. */
export const ChangeButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: string }) => (
  <Button variant="default" flex="none" aria-label={label} onClick={onClick}>
    {children}
  </Button>
)
