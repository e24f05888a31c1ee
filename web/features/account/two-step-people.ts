import type { TwoStepPeople } from '../../../contract/rights.ts'

export const TWO_STEP_NAMES: Record<TwoStepPeople, string> = {
  everything: 'Owners',
  bookkeeper: 'Bookkeepers',
  manager: 'Shop managers',
  stock: 'Stock keepers',
}

/** 'Owners, Bookkeepers'. */
export const describeTwoStepPeople = (people: TwoStepPeople[] = []) =>
  people.length === 0 ? 'Nobody' : people.map((name) => TWO_STEP_NAMES[name]).join(', ')
