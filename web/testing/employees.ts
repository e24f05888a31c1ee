import type { Employee } from '../../contract/employees.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'
import { SITE } from './render-screen.tsx'

let employees = 0

/** An employee, by default without a login. */
export const createEmployee = (firstname: string, lastname: string, more: Partial<Employee> = {}): Employee => ({
  employeeid: ++employees,
  ...SITE,
  firstname,
  lastname,
  position: 'Employee',
  hiredate: null,
  isenabled: true,
  disablereason: '',
  is_linked: false,
  is_caller: false,
  version: 1,
  ...more,
})

export const createNaledi = () => createEmployee('Naledi', 'Dlamini', { position: 'Owner', is_linked: true })

/** The calls of the employees screen, answered from these rows. */
export function serveEmployees(...rows: Employee[]): Answers {
  const find = (employeeid: number) => rows.findIndex((row) => row.employeeid === employeeid)
  return {
    employees: {
      list: ({ input: { q, page, siteid, status } }) =>
        toPage(
          rows
            .filter((row) => `${row.firstname} ${row.lastname} ${row.position}`.toLowerCase().includes(q.toLowerCase()))
            .filter((row) => siteid === undefined || row.siteid === siteid)
            .filter(({ isenabled }) => status === 'all' || isenabled === (status === 'enabled'))
            .toSorted((a, b) => a.lastname.localeCompare(b.lastname)),
          page,
        ),
      create: ({ input }) => {
        const { firstname, lastname, position, siteid, hiredate, isenabled, disablereason } = input
        const employee = { position, siteid, hiredate, isenabled, disablereason }
        const added = createEmployee(firstname, lastname, { ...employee, is_linked: input.login === undefined })
        rows.push(added)
        return { employeeid: added.employeeid, user_id: 'a user' }
      },
      update: ({ input: { opened, ...employee }, errors }) => {
        const before = rows[find(employee.employeeid)]
        if (!before) throw errors.NOT_FOUND()
        const disablereason = employee.isenabled ? '' : employee.disablereason
        rows[find(employee.employeeid)] = { ...before, ...employee, disablereason, version: opened.version + 1 }
      },
      setPin: ({ input: { employeeid, pin }, errors }) => {
        const before = rows[find(employeeid)]
        if (!before) throw errors.NOT_FOUND()
        rows[find(employeeid)] = { ...before, has_pin: pin !== null }
      },
      remove: ({ input: { employeeid }, errors }) => {
        if (find(employeeid) < 0) throw errors.NOT_FOUND()
        rows.splice(find(employeeid), 1)
      },
    },
  }
}
