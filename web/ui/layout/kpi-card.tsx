import { Skeleton } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType, CSSProperties, ReactNode } from 'react'
import classes from './kpi-card.module.css'
import { QuietLink } from './quiet-link.tsx'

type Props = {
  label: string
  /** Undefined while it loads. */
  figure: string | undefined
  /** The figure with its cents, where it is rounded: the tooltip, and a description for screen readers. */
  exact?: string
  /** The screen that the whole card leads to. */
  link?: LinkProps
  /** A grey line below. Its space is kept while it loads. */
  note?: string
  /** How the figure has changed, beside the note. Its space is kept while it loads, and where it is empty. */
  delta?: ReactNode
  /** A line below all of it. Its space is kept, if it is given. */
  more?: ReactNode
  /** At the upper right: the course of the figure, or a round icon. */
  picture: ReactNode
  dimmed?: boolean
}

export function KpiCard({ label, figure, exact, link, note, delta, more, picture, dimmed = false }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this groups words.
    <div
      role="group"
      aria-label={label}
      aria-description={exact}
      aria-busy={figure === undefined || dimmed}
      className={`panel ${classes.card}`}
      data-dimmed={dimmed || undefined}
    >
      <p className={`grey small ${classes.label}`}>
        {link ? (
          <QuietLink {...link} stretched>
            {label}
          </QuietLink>
        ) : (
          label
        )}
      </p>
      {figure === undefined ? (
        <>
          <div className={classes.figure}>
            <Skeleton height="0.8em" width="7ch" />
          </div>
          {note !== undefined && (
            <div className={classes.line}>
              <Skeleton height={10} width="60%" my={3} />
            </div>
          )}
        </>
      ) : (
        <>
          <p className={`digits ${classes.figure}`} title={exact} style={{ '--chars': figure.length } as CSSProperties}>
            {figure}
          </p>
          {note !== undefined && <p className={`grey ${classes.line}`}>{note}</p>}
        </>
      )}
      {delta !== undefined && <div className={`${classes.line} ${classes.delta}`}>{figure !== undefined && delta}</div>}
      {more !== undefined && <div className={`grey digits ${classes.line}`}>{figure !== undefined && more}</div>}
      <span className={classes.picture} aria-hidden="true">
        {picture}
      </span>
    </div>
  )
}

type IconProps = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** A warning colour. */
  warns?: boolean
}

/** For a figure that has no days. */
export const KpiIcon = ({ icon: Icon, warns = false }: IconProps) => (
  <span className={`disc ${classes.icon}`} data-warns={warns || undefined}>
    <Icon size={18} stroke={1.75} />
  </span>
)
