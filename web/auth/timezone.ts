import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'
import { type Session, useSession } from './session.ts'

/** The time zone of the business, for days and times on screen. A user without a business has the default one. */
export const getTimezone = (session: Session | null | undefined) => session?.business?.timezone ?? DEFAULT_TIMEZONE

export const useTimezone = () => getTimezone(useSession())
