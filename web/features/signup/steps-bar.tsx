import { IconCheck } from '@tabler/icons-react'
import { SIGNUP_STEPS } from '../../../contract/shared/constants.ts'
import classes from './steps-bar.module.css'

const PERCENT_A_STEP = 100 / SIGNUP_STEPS.length

/** A slim bar with five labelled points. */
export function StepsBar({ step }: { step: number }) {
  const percent = step * PERCENT_A_STEP
  return (
    <div className={classes.steps}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label="Sign-up progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`Step ${step} of ${SIGNUP_STEPS.length}: ${SIGNUP_STEPS[step - 1]}`}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <ol>
        {SIGNUP_STEPS.map((name, index) => (
          <li key={name} data-done={index + 1 < step || undefined} aria-current={index + 1 === step ? 'step' : undefined}>
            <span className={classes.point}>{index + 1 < step && <IconCheck size={12} stroke={3.5} aria-hidden />}</span>
            {name}
          </li>
        ))}
      </ol>
    </div>
  )
}
