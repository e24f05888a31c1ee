import classes from './brand.module.css'

export function Brand() {
  return (
    <span className={classes.brand}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      Winkel
    </span>
  )
}
