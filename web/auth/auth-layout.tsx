import type { ReactNode } from 'react'
import classes from './auth-layout.module.css'

const BARS = [38, 46, 42, 58, 74, 92, 52, 60, 68]
const STRIPES = BARS.length

/** The sign-in screen: a picture of a shop at the left, the form at the right. A phone shows only the form. */
export function AuthLayout({ wide, children }: { wide: boolean; children: ReactNode }) {
  return (
    <div className={classes.layout}>
      <section className={classes.panel} aria-label="Winkel">
        <div className={classes.brand}>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          Winkel
        </div>
        <div className={classes.intro}>
          <p>Know how every shop is trading, before your first coffee.</p>
          <ShopPicture />
        </div>
      </section>
      <main className={classes.form} data-wide={wide || undefined}>
        <div className={classes.column}>
          <div className={classes.mark}>
            <img src="/favicon.svg" alt="" width={28} height={28} />
            Winkel
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}

function ShopPicture() {
  return (
    <div className={classes.shop} aria-hidden>
      <div className={classes.awning}>
        {Array.from({ length: STRIPES }, (_, stripe) => (
          <i key={stripe} />
        ))}
      </div>
      <div className={classes.window}>
        <div className={classes.shelf}>
          {BARS.map((height) => (
            <i key={height} style={{ height: `${height}%` }} data-best={height === Math.max(...BARS) || undefined} />
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
