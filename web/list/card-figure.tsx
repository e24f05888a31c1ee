import type { ReactNode } from 'react'
import classes from './rows.module.css'

/** The main figure of a card, below its label. */
export const CardFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className="full-row grey">{label}</span> <strong className={classes.cardFigure}>{children}</strong>
  </>
)
