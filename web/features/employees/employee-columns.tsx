import { Box, Tooltip, VisuallyHidden } from '@mantine/core'
import { type Icon, IconKey, IconLogout, IconMail, IconPencil, IconTrash, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import type { Employee } from '../../../contract/employees.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { getNameInitials } from '../../lib/format/initials.ts'
import { NO_VALUE } from '../../lib/format/money.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Initials } from '../../ui/display/initials.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import type { Search } from './employee-queries.ts'

type Open = (dialog: { kind: 'edit' | 'delete' | 'end-access' | 'pin'; employee: Employee }) => void

/** Whether the access of somebody else can be ended: a record that is disabled already has none. */
export const hasAccess = ({ is_linked, is_caller, isenabled, invitation }: Employee) =>
  (is_linked || invitation !== undefined) && isenabled && !is_caller

/** `mayHavePin`: whether the person who is signed in sets the till PIN of an employee. */
export const createEmployeeView = (
  open: Open,
  mayHavePin: (employee: Employee) => boolean,
): RowView<Employee, Search['sort']> => ({
  key: (employee) => employee.employeeid,
  name: getFullName,
  minWidth: 920,
  columns: [
    { title: 'Employee', sort: 'lastname', hint: 'By last name', cell: (employee) => <EmployeeName employee={employee} /> },
    { title: 'Position', minor: 2, sort: 'position', width: '13%', cell: ({ position }) => position || NO_VALUE },
    { title: 'Site', sort: 'site', width: '18%', cell: ({ sitename }) => <ClampedText>{sitename ?? NO_VALUE}</ClampedText> },
    { title: 'Status', sort: 'status', width: '13%', cell: (employee) => <Status employee={employee} /> },
    { title: 'Hired', minor: 1, sort: 'hiredate', width: '13%', cell: (employee) => <Hired employee={employee} /> },
  ],
  actions: [
    { verb: 'Edit', icon: IconPencil, run: (employee) => open({ kind: 'edit', employee }), isMain: true },
    { verb: 'Set till PIN', icon: IconKey, run: (employee) => open({ kind: 'pin', employee }), isOffered: mayHavePin },
    {
      verb: 'End access',
      icon: IconLogout,
      run: (employee) => open({ kind: 'end-access', employee }),
      isOffered: hasAccess,
    },
    { verb: 'Delete', icon: IconTrash, run: (employee) => open({ kind: 'delete', employee }) },
  ],
  card: (employee) => ({
    title: <EmployeeName employee={employee} />,
    facts: (
      <Box component="span" display="block" mt={6}>
        <ClampedText>{[employee.position || NO_VALUE, employee.sitename].filter(Boolean).join(' • ')}</ClampedText>
      </Box>
    ),
    figure: (
      <>
        <Status employee={employee} />
        <Box component="span" ml="auto" c="dimmed">
          Hired <Hired employee={employee} />
        </Box>
      </>
    ),
  }),
})

const EmployeeName = ({ employee }: { employee: Employee }) => {
  const { employee_code, has_pin } = employee
  const tillFacts = [employee_code && `Code ${employee_code}`, has_pin && 'Till PIN'].filter(Boolean).join(' · ')
  return (
    <span className="row gap-12">
      <Initials>{getNameInitials(getFullName(employee))}</Initials>
      <Box component="span" miw={0} fz="md" fw={400}>
        {/* The list is sorted by the last name. */}
        <ClampedText title={getFullName(employee)}>
          {employee.firstname} <b className="bold">{employee.lastname}</b>
        </ClampedText>
        {tillFacts && <span className="second-line">{tillFacts}</span>}
      </Box>
      <LoginIcon
        icon={employee.is_linked ? IconUserCheck : IconUserOff}
        name={employee.is_linked ? 'Linked user' : 'No user'}
        isFaint={!employee.is_linked}
      />
      {employee.invitation && (
        <LoginIcon
          icon={IconMail}
          name={employee.invitation.is_open ? 'Invited' : 'Invitation ended'}
          isFaint={!employee.invitation.is_open}
        />
      )}
    </span>
  )
}

const ON_TOUCH_TOO = { hover: true, focus: false, touch: true }

const LoginIcon = ({ icon: Shape, name, isFaint }: { icon: Icon; name: string; isFaint: boolean }) => (
  <Tooltip label={name} events={ON_TOUCH_TOO}>
    <Box component="span" className="keep-size" display="inline-flex" c={isFaint ? 'var(--faint)' : 'dimmed'}>
      <Shape size={18} stroke={1.75} aria-hidden />
      <VisuallyHidden>{name}</VisuallyHidden>
    </Box>
  </Tooltip>
)

const Status = ({ employee: { isenabled, disablereason } }: { employee: Employee }) =>
  isenabled ? (
    <Pill tone="green" dot>
      Enabled
    </Pill>
  ) : (
    <span title={disablereason || undefined}>
      <Pill dot>Disabled</Pill>
    </span>
  )

const Hired = ({ employee: { hiredate } }: { employee: Employee }) =>
  hiredate ? (
    <time className="digits" dateTime={hiredate}>
      {formatLongDay(hiredate)}
    </time>
  ) : (
    NO_VALUE
  )
