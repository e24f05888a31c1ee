import { Box, Button, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { splitName } from '../../../contract/columns/split-name.ts'
import { MAX_SELLERS, type UnknownSeller } from '../../../contract/sellers.ts'
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
import { EmployeeDialog } from './employee-dialog.tsx'

type Given = { seller: UnknownSeller; employeeid: number | null }

/** Who each seller is. What is chosen is saved at once, and can be taken back. */
export function UnknownSellersDialog({ onClose }: { onClose: () => void }) {
  const sellers = useQuery(api.sellers.list.queryOptions({ staleTime: 0 }))
  const give = useSave(
    ({ seller: { sellerid, employee }, employeeid }: Given) =>
      client.sellers.give({ sellerid, employeeid, opened: { employeeid: employee?.employeeid ?? null } }),
    ['sellers'],
  )
  const [added, setAdded] = useState<UnknownSeller>()
  if (added)
    return (
      <EmployeeDialog
        initial={{ ...splitName(added.name), employee_code: added.code, siteid: added.sites[0]?.siteid ?? null, login: 'none' }}
        onSaved={(employeeid) => give.mutate({ seller: added, employeeid })}
        onClose={() => setAdded(undefined)}
      />
    )
  return (
    <Dialog
      title="Unknown sellers"
      subtitle="Codes and names from tills and files that match no employee"
      width={640}
      onClose={onClose}
      footer={<CloseDialogButton>Done</CloseDialogButton>}
    >
      <div className="stack gap-16">
        <p className="small grey">
          Their sales count for the site’s till. Choose the employee to move past and later sales there.
        </p>
        {sellers.isPending && <Skeleton height={62} radius="md" />}
        {sellers.error && <LoadFailure query={sellers} failure="Failed to load sellers" />}
        {sellers.data?.length === 0 && <p>No unknown sellers.</p>}
        {sellers.data?.length === MAX_SELLERS && <p>The first {MAX_SELLERS} sellers, with the highest amounts.</p>}
        {sellers.data && sellers.data.length > 0 && (
          <ul className="framed ruled" aria-label="Sellers">
            {sellers.data.map((seller) => (
              <Seller
                key={seller.sellerid}
                seller={seller}
                isBusy={give.isPending}
                error={give.variables?.seller.sellerid === seller.sellerid ? give.error : null}
                onGive={(employeeid) => give.mutate({ seller, employeeid })}
                onAdd={() => setAdded(seller)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const describeSeller = ({ code, name }: UnknownSeller) => [code && `Code ${code}`, name].filter(Boolean).join(' · ')

type SellerProps = {
  seller: UnknownSeller
  isBusy: boolean
  error: Error | null
  onGive: (employeeid: number | null) => void
  onAdd: () => void
}

function Seller({ seller, isBusy, error, onGive, onAdd }: SellerProps) {
  const { employee, similar, sales, amount, first_day, last_day, sites } = seller
  const title = describeSeller(seller)
  return (
    <Box component="li" p="10px 14px" className="stack gap-8">
      <div>
        <p className="medium break">{title}</p>
        <p className="grey small digits">
          {pluralize(sales, 'sale')} · {formatRand(amount)} · {formatPeriod({ from: first_day, to: last_day })}
        </p>
        <p className="grey small break">{sites.map(({ sitename }) => sitename).join(', ')}</p>
      </div>
      {error && <Notice kind="error">{getSaveErrorMessage(error, 'Could not save this. Please try again.')}</Notice>}
      {employee ? (
        <div className="row wrap gap-12">
          <p className="rest break">Is {getFullName(employee)}</p>
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            aria-label={`${title}: take back from ${getFullName(employee)}`}
            onClick={() => onGive(null)}
          >
            Take back
          </Button>
        </div>
      ) : (
        <div className="row wrap gap-12">
          {similar && (
            <Button
              size="xs"
              disabled={isBusy}
              aria-label={`${title}: it is ${getFullName(similar)}`}
              onClick={() => onGive(similar.employeeid)}
            >
              It is {getFullName(similar)}
            </Button>
          )}
          <EmployeeSelect label={`Employee who is ${title}`} disabled={isBusy} onChoose={onGive} />
          <Button variant="default" size="xs" disabled={isBusy} aria-label={`${title}: add as employee`} onClick={onAdd}>
            Add as employee
          </Button>
        </div>
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
      flex="1 1 200px"
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
