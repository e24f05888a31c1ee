import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KEPT_MONTHS, type KeptMonths } from '../../../contract/search/changes.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'

const FOR_EVER = 0
const OPTIONS = [
  ...KEPT_MONTHS.map((months) => ({ value: months as number, label: `${months} months` })),
  { value: FOR_EVER, label: 'Always' },
]
const toMonths = (value: number): KeptMonths => KEPT_MONTHS.find((months) => months === value) ?? null

/** How long the log is kept. Only the owner chooses it, and confirms a shorter time: older changes are deleted. */
export function KeptMonthsSelect() {
  const options = useQuery(api.changes.options.queryOptions())
  const save = useSave(client.changes.keep, ['changes'])
  const [asked, setAsked] = useState<number | null>(null)
  if (!options.data) return null
  const { kept_months, is_owner } = options.data
  const label = OPTIONS.find(({ value }) => value === (kept_months ?? FOR_EVER))?.label ?? ''
  if (!is_owner) return <p className="grey small">Kept: {label.toLowerCase()}</p>
  const isShorter = (value: number) => value !== FOR_EVER && (kept_months === null || value < kept_months)
  const store = (value: number) => save.mutateAsync({ kept_months: toMonths(value) })
  return (
    <>
      <ChoiceSelect
        label="Keep"
        value={kept_months ?? FOR_EVER}
        options={OPTIONS}
        onChange={(value) => (isShorter(value) ? setAsked(value) : store(value).catch(console.error))}
      />
      {asked !== null && (
        <ConfirmDialog
          title="Keep activity for less time"
          subtitle={`${asked} months`}
          action="Delete older activity"
          isDanger
          onConfirm={() => store(asked)}
          onClose={() => setAsked(null)}
        >
          Activity older than {asked} months is deleted for good.
        </ConfirmDialog>
      )}
    </>
  )
}
