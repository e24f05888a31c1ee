import { IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { getNameInitials } from '../../lib/format/initials.ts'
import { formatWholeRand } from '../../lib/format/money.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { EmptyState } from './empty-state.tsx'
import classes from './top-employees.module.css'

type TopEmployee = Figures['top_employees'][number]

const COLUMNS: SmallTableColumn<TopEmployee>[] = [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  { title: 'Employee', holds: 'name', cell: (employee) => <EmployeeName name={getFullName(employee)} /> },
  { title: 'Revenue', holds: 'number', cell: ({ revenue }) => formatWholeRand(revenue) },
]

const EmployeeName = ({ name }: { name: string }) => (
  <span className={classes.person}>
    <Initials>{getNameInitials(name)}</Initials>
    <ClampedText>{name}</ClampedText>
  </span>
)

export function TopEmployees({ employees, dimmed }: { employees: TopEmployee[] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Top Employees" titleId={titleId} as="div" flush dimmed={dimmed}>
      {employees?.length === 0 ? (
        <EmptyState icon={IconUsers}>No employee revenue in range.</EmptyState>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={employees}
          rowKey={({ employeeid }) => employeeid}
          skeletonRows={TOP_SHOWN}
        />
      )}
    </Card>
  )
}
