import type { FileColumn } from '../../../contract/columns/file-column.ts'
import { SelectField } from '../form/select-field.tsx'
import classes from './column-matching.module.css'

/** The field of each column, in the order of the columns; null for an ignored one. */
export type ChosenFields = (string | null)[]

export type FieldLabel = { field: string; label: string }

type Props = {
  columns: readonly FileColumn[]
  fields: readonly FieldLabel[]
  chosen: ChosenFields
  onChange: (chosen: ChosenFields) => void
}

const NONE = -1

/** The choice of a column of a file for each field. A column that is chosen for another field moves there. */
export function ColumnMatching({ columns, fields, chosen, onChange }: Props) {
  const ignored = columns.filter((_, index) => !chosen[index])
  const choose = (field: string, index: number) =>
    onChange(chosen.map((current, place) => (place === index ? field : current === field ? null : current)))

  return (
    <>
      <div className={classes.fields}>
        {fields.map(({ field, label }) => (
          <FieldChoice
            key={field}
            label={label}
            columns={columns}
            index={chosen.indexOf(field)}
            onChoose={(index) => choose(field, index)}
          />
        ))}
      </div>
      {ignored.length > 0 && <p className={classes.ignored}>Ignored columns: {ignored.map(({ title }) => title).join(', ')}.</p>}
    </>
  )
}

type ChoiceProps = { label: string; columns: readonly FileColumn[]; index: number; onChoose: (index: number) => void }

const FieldChoice = ({ label, columns, index, onChoose }: ChoiceProps) => (
  <SelectField
    label={label}
    data={[{ value: NONE, label: 'Not in this file' }, ...columns.map(({ title }, value) => ({ value, label: title }))]}
    value={index}
    onChange={(value) => onChoose(value ?? NONE)}
    renderOption={({ option }) => (
      <div className={classes.option}>
        {option.label}
        {Number(option.value) !== NONE && <Samples column={columns[Number(option.value)]} />}
      </div>
    )}
    description={<Samples column={columns[index]} />}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    data-none={index === NONE || undefined}
  />
)

const Samples = ({ column }: { column: FileColumn | undefined }) => (
  <span className={classes.samples}>{column?.samples.join(' · ')}</span>
)
