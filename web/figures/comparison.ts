import type { Comparison } from '../../contract/search/filters.ts'
import { changeSession, type Session, useSession } from '../auth/session.ts'
import { client } from '../lib/api/api.ts'

type ComparedSearch = { compare?: Comparison | undefined }

/** What the figures are compared with: as the URL says, else as the person chose last. */
export const getComparison = ({ compare }: ComparedSearch, session: Session | null | undefined): Comparison =>
  compare ?? session?.compare ?? 'previous'

export const useComparison = (search: ComparedSearch) => getComparison(search, useSession())

/** Keeps the choice for the other visits and devices of the person. The URL has it too, so a failure loses nothing now. */
export function saveComparison(compare: Comparison) {
  changeSession({ compare })
  client.account.saveComparison({ compare }).catch((error) => console.error(error))
}
