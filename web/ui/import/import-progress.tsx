import { formatCount, pluralize } from '../../lib/format/money.ts'
import classes from './import-progress.module.css'

type Props = {
  /** 'Importing'. */
  verb: string
  noun: string
  done: number
  of: number
}

/** How far an import is. */
export function ImportProgress({ verb, noun, done, of }: Props) {
  const percent = of === 0 ? 0 : Math.floor((done / of) * 100)
  return (
    <div className={classes.progress}>
      <p>
        {verb}… {formatCount(done)} of {pluralize(of, noun)}
      </p>
      <div
        role="progressbar"
        aria-label="Import"
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
