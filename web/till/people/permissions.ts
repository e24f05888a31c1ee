import type { TillEmployee } from '../../../contract/till-catalogue.ts'

/** Owners and managers allow what sellers may not do alone. */
export const isManager = ({ position }: Pick<TillEmployee, 'position'>) => position !== 'Employee'
