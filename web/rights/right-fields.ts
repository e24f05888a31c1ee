import type { z } from 'zod'
import type { GivenRight, Right, RightInput } from '../../contract/rights.ts'

/** The fields of a right. A group of checkboxes gives texts. */
export type RightFields = { name: Right | 'none' | ''; siteids: string[]; sees_costs: boolean }

export type RightChoice = { value: Right | 'none'; label: string; description: string }

/** The site of the employee is chosen at first. */
export const toRightFields = (
  right: GivenRight | undefined,
  { name, siteid }: { name: RightFields['name']; siteid: number | null },
): RightFields => ({
  name: right?.name ?? name,
  siteids: (right?.siteids ?? (siteid === null ? [] : [siteid])).map(String),
  sees_costs: right?.name === 'manager' && right.sees_costs,
})

/** Without what belongs to another right than the chosen one. */
export const toRightInput = ({ name, siteids, sees_costs }: RightFields) =>
  ({
    name,
    siteids: name === 'bookkeeper' ? [] : siteids.map(Number),
    sees_costs: name === 'manager' && sees_costs,
  }) as z.input<typeof RightInput>
