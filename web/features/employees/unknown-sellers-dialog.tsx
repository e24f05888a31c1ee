import { Box, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UnknownSeller } from '../../../contract/sellers.ts'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { api, client } from '../../lib/api/api.ts'
import { getSaveErrorMessage } from '../../lib/api/messages.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { formatPeriod } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'

/** Who each seller is. What is chosen is saved at once, and can be taken back. */
export function UnknownSellersDialog({ onClose }: { onClose: () => void }) {
  const sellers = useQuery(api.sellers.list.queryOptions({ staleTime: 0 }))
  return (
    <Dialog
      title="Sellers that nobody knows"
      subtitle="As your tills name them"
      onClose={onClose}
      footer={<CloseDialogButton>Done</CloseDialogButton>}
    >
      <div className="stack gap-16">
        <p className="small grey">
          Their sales count for the till of the site. Say who a seller is, and past and later sales are of that employee in every
          figure.
        </p>
        {sellers.isPending && <Skeleton height={62} radius="md" />}
        {sellers.error && <LoadFailure query={sellers} failure="Failed to load sellers" />}
        {sellers.data?.length === 0 && <p>There are no such sellers.</p>}
        {sellers.data && sellers.data.length > 0 && (
          <ul className="framed ruled" aria-label="Sellers">
            {sellers.data.map((seller) => (
              <Seller key={seller.sellerid} seller={seller} />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const describeSeller = ({ code, name }: UnknownSeller) => [code && `Code ${code}`, name].filter(Boolean).join(' · ')

function Seller({ seller }: { seller: UnknownSeller }) {
  const { sellerid, employee, sales, amount, first_day, last_day, sitenames } = seller
  const give = useSave(
    (employeeid: number | null) =>
      client.sellers.give({ sellerid, employeeid, opened: { employeeid: employee?.employeeid ?? null } }),
    ['sellers'],
  )
  const title = describeSeller(seller)
  return (
    <Box component="li" p="10px 14px" className="stack gap-8">
      <div>
        <p className="medium break">{title}</p>
        <p className="grey small digits">
          {pluralize(sales, 'sale')} · {formatRand(amount)} · {formatPeriod({ from: first_day, to: last_day })}
        </p>
        <p className="grey small break">{sitenames.join(', ')}</p>
      </div>
      {give.error && <Notice kind="error">{getSaveErrorMessage(give.error, 'Could not save this. Please try again.')}</Notice>}
      {employee ? (
        <div className="row wrap gap-12">
          <p className="rest break">Is {getFullName(employee)}</p>
          <Button variant="default" size="xs" loading={give.isPending} onClick={() => give.mutate(null)}>
            Take back
          </Button>
        </div>
      ) : (
        <EmployeeSelect label={`Employee who is ${title}`} disabled={give.isPending} onChoose={give.mutate} />
      )}
    </Box>
  )
}

type SelectProps = { label: string; disabled: boolean; onChoose: (employeeid: number) => void }

function EmployeeSelect({ label, disabled, onChoose }: SelectProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS)
  const found = useQuery(api.sales.employees.queryOptions({ input: { q }, placeholderData: keepPreviousData }))
  return (
    <SelectField
      aria-label={label}
      placeholder="Find the employee"
      searchable
      disabled={disabled}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'Nothing found.'}
      data={(found.data?.employees ?? []).map((employee) => ({ value: employee.employeeid, label: getFullName(employee) }))}
      value={null as number | null}
      onChange={(employeeid) => employeeid !== null && onChoose(employeeid)}
    />
  )
}
