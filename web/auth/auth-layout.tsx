import type { ReactNode } from 'react'
import classes from './auth-layout.module.css'

const DAYS = [38, 46, 42, 58, 74, 92, 52, 60, 68]
const AWNING = DAYS.length

/** The sign-in screen: a picture of a shop at the left, the form at the right. A phone shows only the form. */
export function AuthLayout({ wide, children }: { wide: boolean; children: ReactNode }) {
  return (
    <div className={classes.gate}>
      <section className={classes.panel} aria-label="Winkel">
        <div className={classes.brand}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          Winkel
        </div>
        <div className={classes.say}>
          <p>Know how every shop is trading, before your first coffee.</p>
          <Scene />
        </div>
      </section>
      <main className={classes.door} data-wide={wide || undefined}>
        <div className={classes.inside}>{children}</div>
      </main>
    </div>
  )
}

function Scene() {
  return (
    <div className={classes.scene} aria-hidden>
      <div className={classes.awning}>
        {Array.from({ length: AWNING }, (_, scallop) => (
          <i key={scallop} />
        ))}
      </div>
      <div className={classes.window}>
        <div className={classes.shelf}>
          {DAYS.map((height) => (
            <i key={height} style={{ height: `${height}%` }} data-best={height === Math.max(...DAYS) || undefined} />
          ))}
        </div>
        <div className={classes.lines}>
          <i />
          <i />
          <i />
        </div>
      </div>
    </div>
  )
}
