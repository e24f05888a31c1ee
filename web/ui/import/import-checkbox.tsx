type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void; describedBy?: string }

/** A choice of a preview. */
export const ImportCheckbox = ({ label, checked, onChange, describedBy }: Props) => (
  <label className="choice">
    <input
      type="checkbox"
      checked={checked}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    {label}
  </label>
)
