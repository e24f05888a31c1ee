import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './next-step.module.css'

/** Where sales come from, for whoever sees none. */
export function TillHint() {
  return (
    <section className={classes.card} aria-label="No sales yet">
      <span className={classes.icon} aria-hidden="true">
        <IconReceipt size={20} stroke={1.75} />
      </span>
      <div className={classes.words}>
        <h2>No sales in this range</h2>
        <p>Connect a till to see sales here: on Sites, open a site’s Tills and make a key for it.</p>
      </div>
      <Button variant="default" renderRoot={(props) => <Link to="/sites" {...props} />}>
        Connect a till
      </Button>
    </section>
  )
}
