import type { SiteOption } from '../../../../contract/sites.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import type { ReadOptions } from './import-calls.ts'
import classes from './read-settings.module.css'
import type { Sales } from './use-sales-import.ts'

type Props = { sales: Sales; sites: SiteOption[]; options: ReadOptions; onRead: (options: ReadOptions) => void }

/** The site's till: sales without an employee count for it. */
const TILL = 0

/** What the person decides about a file: everything that it does not say, or says in words of its own. */
export function ReadSettings({ sales, sites, options, onRead }: Props) {
  const employees = sales.employees.map(({ employeeid, name }) => ({ value: employeeid, label: name }))
  const isDateAsked = sales.is_date_ambiguous || options.date_order !== undefined
  return (
    <div className={classes.settings}>
      {isDateAsked && (
        <>
          {sales.is_date_ambiguous && (
            <Notice kind="quiet">Nothing in this file says whether the day or the month comes first in its dates.</Notice>
          )}
          <SelectField
            label="Dates in the file"
            data={DATE_ORDERS}
            value={options.date_order ?? sales.date_order ?? 'dmy'}
            onChange={(date_order) => date_order && onRead({ ...options, date_order })}
          />
        </>
      )}
      {sales.unknown_sites.length > 0 && (
        <Notice kind="quiet">
          The file names sites that you do not have. Choose one of your sites for each, or their sales are not imported.
        </Notice>
      )}
      {sales.unknown_sites.map(({ name, sales: rows }) => (
        <SelectField
          key={name}
          label={`Site called “${name}” in the file (${rows})`}
          placeholder="Select a site"
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={options.sites[name] ?? null}
          onChange={(siteid) => siteid !== null && onRead({ ...options, sites: { ...options.sites, [name]: siteid } })}
        />
      ))}
      {sales.unknown_employees.map(({ name, sales: count }) => (
        <SelectField
          key={name}
          label={`“${name}” in the file (${count})`}
          placeholder="Not on the team"
          data={employees}
          value={options.employees[name] ?? null}
          onChange={(employeeid) =>
            employeeid !== null && onRead({ ...options, employees: { ...options.employees, [name]: employeeid } })
          }
        />
      ))}
      <SelectField
        label="Sales without an employee"
        data={[{ value: TILL, label: 'Count for the till of their site' }, ...employees]}
        value={options.employeeid ?? TILL}
        onChange={(employeeid) => onRead({ ...options, employeeid: employeeid || null })}
      />
    </div>
  )
}

const DATE_ORDERS = [
  { value: 'dmy' as const, label: 'Day first: 3/4/2026 is 3 April' },
  { value: 'mdy' as const, label: 'Month first: 3/4/2026 is 4 March' },
]
