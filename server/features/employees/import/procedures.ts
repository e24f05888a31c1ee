import { throwConstraintError } from '../../../rpc/constraint-errors.ts'
import { inBusiness } from '../../../rpc/procedure.ts'
import { announceImport } from '../../../shared/announce-import.ts'
import { logEvent, markAsParts } from '../../../shared/log-events.ts'
import { insertImported } from './queries.ts'

const confirm = inBusiness.employees.imports.confirm.handler(async ({ input, context: { scope, log }, errors }) => {
  await markAsParts(scope)
  const added = await insertImported(scope, input.employees).catch(
    throwConstraintError({ employee__site: 'NO_SITE', employee__code: 'CODE_TAKEN' } as const, errors),
  )
  await logEvent(scope, 'import', 'Employees', { employees: added })
  await announceImport(scope, 'employees', { added, changed: 0 })
  log.info({ event: 'employees_imported', added }, 'employees were imported')
  return { added }
})

export const imports = { confirm }
