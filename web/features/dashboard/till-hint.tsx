import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasSalesQuery } from '../../lib/api/has-sales.ts'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import classes from './till-hint.module.css'

/** The text of an empty revenue chart: how to connect a till if the business has no sales yet. */
export function TillHint({ today }: { today: string }) {
  const { data, isPending } = useQuery(hasSalesQuery(today))
  if (isPending) return null
  if (data?.results !== 0) return 'No revenue in this range.'
  return (
    <section className={classes.hint} aria-label="No sales yet">
      <RoundIcon icon={IconReceipt} />
      <h3>No sales yet</h3>
      <p>Connect a till to see sales here. On the Sites screen, open the tills of a site and make a key.</p>
      <Button variant="default" renderRoot={(props) => <Link to="/sites" {...props} />}>
        Connect a till
      </Button>
    </section>
  )
}
