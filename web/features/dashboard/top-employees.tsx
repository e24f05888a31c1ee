import { IconUsers } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { getNameInitials } from '../../lib/format/initials.ts'
import { formatRand, formatWholeRand } from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'

type TopEmployee = Figures['top_employees'][number]

const createColumns = (search: FiguresSearch): SmallTableColumn<TopEmployee>[] => [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  { title: 'Employee', holds: 'name', cell: (employee) => <EmployeeName employee={employee} search={search} /> },
  {
    title: 'Revenue',
    holds: 'number',
    cell: ({ revenue }) => <span title={formatRand(revenue)}>{formatWholeRand(revenue)}</span>,
  },
]

function EmployeeName({ employee, search }: { employee: TopEmployee; search: FiguresSearch }) {
  const name = getFullName(employee)
  return (
    <span className="row gap-12">
      <Initials>{getNameInitials(name)}</Initials>
      <QuietLink to="/sales" search={{ ...search, employees: [employee.employeeid] }} stretched>
        <ClampedText>{name}</ClampedText>
      </QuietLink>
    </span>
  )
}

type Props = {
  employees: TopEmployee[] | undefined
  /** The revenue of sales that name no employee. */
  others: number | undefined
  /** An employee leads to their sales in this range. */
  search: FiguresSearch
  dimmed: boolean
}

export function TopEmployees({ employees, others = 0, search, dimmed }: Props) {
  const titleId = useId()
  return (
    <Card
      title="Top Employees"
      link={{ to: linkOptions({ to: '/reports', search: { ...search, by: 'employee' } }), name: 'Report by employee' }}
      titleId={titleId}
      as="div"
      flush
      dimmed={dimmed}
    >
      {employees?.length === 0 ? (
        <EmptyState icon={IconUsers}>No employee revenue in range.</EmptyState>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={createColumns(search)}
          rows={employees}
          rowKey={({ employeeid }) => employeeid}
          skeletonRows={TOP_SHOWN}
        />
      )}
      {others !== 0 && (
        <p className="grey small to-edge line-above" title={formatRand(others)}>
          {formatWholeRand(others)} sold without an employee
        </p>
      )}
    </Card>
  )
}
