import type { contract } from '../../contract/index.ts'
import { findRights } from '../../contract/rights.ts'
import { type Session, useSession } from './session.ts'

type Paths<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends { '~orpc': unknown } ? `${Path}${Key}` : Paths<Node[Key], `${Path}${Key}.`>
}[keyof Node & string]

/** A call of the contract, by its path: 'sales.list'. */
export type Call = Paths<typeof contract>

/** Whether the person may make a call. Owners and admins may make all of them. */
export const mayCall = (session: Pick<Session, 'right'> | null | undefined, call: Call) =>
  !session?.right || findRights(call).includes(session.right.name)

/** Says whether the signed-in person may make a call. */
export function useMay() {
  const session = useSession()
  return (call: Call) => mayCall(session, call)
}

/** Whether the person sees purchase prices, costs and profit. */
export const useSeesCosts = () => useSession()?.right?.sees_costs ?? true

/** Says whether a site is one of those that the person has. */
export function useIsOwnSite() {
  const siteids = useSession()?.right?.siteids
  return (siteid: number | null) => !siteids || (siteid !== null && siteids.includes(siteid))
}

/** Whether a person may sign in: an owner, an admin, or an employee with a right. */
export const isLetIn = ({ role, right }: Pick<Session, 'role' | 'right'>) => role !== 'employee' || right !== undefined

/** The screen that the person sees first. */
export const getHome = (session: Session | null | undefined) =>
  mayCall(session, 'dashboard.figures') ? '/dashboard' : '/products'
