import { COMPARISONS, type Comparison } from '../../contract/search/filters.ts'
import { saveComparison } from './comparison.ts'

const NAMES: Record<Comparison, string> = { off: 'Off', previous: 'Previous period', year: 'Last year' }

type Props = { compare: Comparison; onChoose: (compare: Comparison) => void }

/** What the figures are compared with. A choice is also the default of the next visit. */
export function CompareChoice({ compare, onChoose }: Props) {
  const choose = (chosen: Comparison) => {
    saveComparison(chosen)
    onChoose(chosen)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
    <div role="group" aria-label="Compare" className="segments screen-only">
      {COMPARISONS.map((name) => (
        <button key={name} type="button" aria-pressed={compare === name} onClick={() => choose(name)}>
          {NAMES[name]}
        </button>
      ))}
    </div>
  )
}
