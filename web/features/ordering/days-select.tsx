import { ChoiceSelect } from '../../ui/filters/choice-select.tsx'

type Props<Days extends number> = { label: string; value: Days; days: readonly Days[]; onChange: (days: Days) => void }

/** One of several numbers of days. */
export const DaysSelect = <Days extends number>({ label, value, days, onChange }: Props<Days>) => {
  const options = days.map((number) => ({ value: String(number), label: `${number} days` }))
  return (
    <ChoiceSelect
      label={label}
      value={String(value)}
      onChange={(chosen) => {
        const number = days.find((candidate) => String(candidate) === chosen)
        if (number !== undefined) onChange(number)
      }}
      options={options}
    />
  )
}
