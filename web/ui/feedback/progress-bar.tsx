import { formatCount, pluralize } from '../../lib/format/money.ts'
import classes from './progress-bar.module.css'

/** 'Changing… 2 000 of 10 000 products', with a bar. */
export function ProgressBar({ label, done, of, noun }: { label: string; done: number; of: number; noun: string }) {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100)
  return (
    <div className={classes.progress}>
      <p>
        {label}… {formatCount(done)} of {pluralize(of, noun)}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className={classes.track}
      >
        <div className={classes.bar} style={{ width: `${percent}%` }} />
      </div>
    </div>
  )
}
