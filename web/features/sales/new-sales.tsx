import { Button } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { pluralize } from '../../lib/format/money.ts'
import classes from './new-sales.module.css'

/** A button that shows the sales stored after the list was loaded. */
export const NewSales = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status">
    {count > 0 && (
      <Button
        className={classes.pill}
        size="xs"
        leftSection={<IconArrowUp size={16} stroke={2} aria-hidden />}
        onClick={() => {
          // The button disappears, so the focus moves first.
          document.querySelector('main')?.focus({ preventScroll: true })
          onShow()
        }}
      >
        {pluralize(count, 'new sale')}
      </Button>
    )}
  </div>
)
