import type { TwoStepPeople } from '../../../contract/rights.ts'
import { TWO_STEP_NAMES } from '../../../contract/shared/names.ts'

/** 'Owners, Bookkeepers'. */
export const describeTwoStepPeople = (people: TwoStepPeople[] = []) =>
  people.length === 0 ? 'Nobody' : people.map((name) => TWO_STEP_NAMES[name]).join(', ')
