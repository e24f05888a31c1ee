import type { contract } from '../../contract/index.ts'
import { findRights } from '../../contract/rights.ts'
import { type Session, useSession } from './session.ts'

type Paths<Node, Path extends string = ''> = {
  [Key in keyof Node & string]: Node[Key] extends { '~orpc': unknown } ? `${Path}${Key}` : Paths<Node[Key], `${Path}${Key}.`>
}[keyof Node & string]

/** A call of the contract, by its path: 'sales.list'. */
export type Call = Paths<typeof contract>

type Person = Pick<Session, 'role' | 'right'>

/** Whether the person may make a call. Owners and admins may make all of them, and nobody may while the session is not known. */
export const mayCall = (session: Person | null | undefined, call: Call) =>
  !!session && (session.right ? findRights(call).includes(session.right.name) : isLetIn(session))

/** Says whether the signed-in person may make a call. */
export function useMay() {
  const session = useSession()
  return (call: Call) => mayCall(session, call)
}

/** Whether the person sees purchase prices, costs and profit. */
export function useSeesCosts() {
  const session = useSession()
  return !!session && (session.right?.sees_costs ?? true)
}

/** Says whether a site is one of those that the person has. */
export function useIsOwnSite() {
  const session = useSession()
  const siteids = session?.right?.siteids
  return (siteid: number | null) => !!session && (!siteids || (siteid !== null && siteids.includes(siteid)))
}

/** Whether a person may sign in: an owner, an admin, or an employee with a right. */
export const isLetIn = ({ role, right }: Person) => role !== 'employee' || right !== undefined

/** The screen that the person sees first. */
export const getHome = (session: Person) => (mayCall(session, 'dashboard.figures') ? '/dashboard' : '/products')
