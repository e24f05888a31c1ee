import { IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { TOP_SHOWN } from '../../../contract/shared/constants.ts'
import { fullName } from '../../lib/format/full-name.ts'
import { initialsOfName } from '../../lib/format/initials.ts'
import { wholeRand } from '../../lib/format/money.ts'
import { Name } from '../../ui/display/clamped-text.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { Nothing } from './empty-state.tsx'
import classes from './top-employees.module.css'

type TopEmployee = Figures['top_employees'][number]

const COLUMNS: SmallTableColumn<TopEmployee>[] = [
  { title: '#', holds: 'rank', cell: (_, index) => index + 1 },
  { title: 'Employee', holds: 'name', cell: (employee) => <Who name={fullName(employee)} /> },
  { title: 'Revenue', holds: 'number', cell: ({ revenue }) => wholeRand(revenue) },
]

const Who = ({ name }: { name: string }) => (
  <span className={classes.who}>
    <Initials>{initialsOfName(name)}</Initials>
    <Name>{name}</Name>
  </span>
)

export function TopEmployees({ employees, dimmed }: { employees: TopEmployee[] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Top Employees" titleId={titleId} as="div" flush dimmed={dimmed}>
      {employees?.length === 0 ? (
        <Nothing icon={IconUsers}>No employee revenue in range.</Nothing>
      ) : (
        <SmallTable
          titleId={titleId}
          columns={COLUMNS}
          rows={employees}
          keyOf={({ employeeid }) => employeeid}
          awaited={TOP_SHOWN}
        />
      )}
    </Card>
  )
}
