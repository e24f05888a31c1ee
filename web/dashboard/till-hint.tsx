import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './till-hint.module.css'

/** Where sales come from, for whoever sees none; stands where their curve would be, so that nothing moves for it. */
export function TillHint() {
  return (
    <section className={classes.hint} aria-label="No sales yet">
      <span className={classes.icon} aria-hidden="true">
        <IconReceipt size={20} stroke={1.75} />
      </span>
      <h3>No sales in this range</h3>
      <p>Connect a till to see sales here: on Sites, open a site’s Tills and make a key for it.</p>
      <Button variant="default" renderRoot={(props) => <Link to="/sites" {...props} />}>
        Connect a till
      </Button>
    </section>
  )
}
