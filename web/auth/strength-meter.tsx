import { getPasswordStrength } from './password-strength.ts'
import classes from './strength-meter.module.css'

/** The strength of a new password: four bars and advice. */
export function StrengthMeter({ password }: { password: string }) {
  const { score, word, advice } = getPasswordStrength(password)
  return (
    <div className={classes.meter} data-score={score}>
      <div className={classes.bars} aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= score || undefined} />
        ))}
      </div>
      <p aria-live="polite">{[word, advice].filter(Boolean).join(': ')}</p>
    </div>
  )
}
