import { COMPARISONS, type Comparison } from '../../contract/figures.ts'
import classes from './compare-choice.module.css'

const NAMES: Record<Comparison, string> = { off: 'Off', previous: 'Previous period', year: 'Last year' }

type Props = { compare: Comparison; onChoose: (compare: Comparison) => void }

/** What the figures are compared with. */
export const CompareChoice = ({ compare, onChoose }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label="Compare" className={classes.compare}>
    <span aria-hidden>Compare</span>
    {COMPARISONS.map((name) => (
      <button key={name} type="button" aria-pressed={compare === name} onClick={() => onChoose(name)}>
        {NAMES[name]}
      </button>
    ))}
  </div>
)
