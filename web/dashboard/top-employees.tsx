import { IconUsers } from '@tabler/icons-react'
import { useId } from 'react'
import type { Figures } from '../../contract/dashboard.ts'
import { initialsOfName } from '../lib/initials.ts'
import { wholeRand } from '../lib/money.ts'
import { Card } from '../ui/card.tsx'
import { Initials } from '../ui/initials.tsx'
import { Name } from './name.tsx'
import { Nothing } from './nothing.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import classes from './tables.module.css'

export function TopEmployees({ employees, dimmed }: { employees: Figures['top_employees'] | undefined; dimmed: boolean }) {
  const titleId = useId()
  return (
    <Card title="Top Employees" titleId={titleId} as="div" flush dimmed={dimmed}>
      {employees?.length === 0 ? (
        <Nothing icon={IconUsers}>No employee revenue in range.</Nothing>
      ) : (
        <table className={classes.table} aria-labelledby={titleId}>
          <thead>
            <tr>
              <th scope="col">#</th>
              <th scope="col">Employee</th>
              <th scope="col" className={classes.number}>
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {employees?.map((employee, index) => {
              const name = `${employee.firstname} ${employee.lastname}`.trim()
              return (
                <tr key={employee.employeeid}>
                  <td className={classes.rank}>{index + 1}</td>
                  <th scope="row">
                    <span className={classes.who}>
                      <Initials>{initialsOfName(name)}</Initials>
                      <Name>{name}</Name>
                    </span>
                  </th>
                  <td className={classes.number}>{wholeRand(employee.revenue)}</td>
                </tr>
              )
            }) ?? <SkeletonRows columns={3} />}
          </tbody>
        </table>
      )}
    </Card>
  )
}
