import { Button } from '@mantine/core'
import classes from './first-products.module.css'
import { TEMPLATE_URL } from './product-queries.ts'

/** The ways to get products into an empty list. */
export const FirstProducts = ({ onAdd, onImport }: { onAdd: () => void; onImport: () => void }) => (
  <div className={classes.actions}>
    <Button variant="default" onClick={onAdd}>
      Add your first product
    </Button>
    <Button variant="default" onClick={onImport}>
      Import a file
    </Button>
    <a href={TEMPLATE_URL} download>
      Download a template
    </a>
  </div>
)
