import type { Comparison } from '../../contract/figures.ts'
import { changeSession, type Session, useSession } from '../auth/session.ts'
import { client } from '../lib/api/api.ts'
import type { FiguresSearch } from '../lib/url/figures-search.ts'

/** What the figures are compared with: as the URL says, else as the person chose last. */
export const getComparison = ({ compare }: FiguresSearch, session: Session | null | undefined): Comparison =>
  compare ?? session?.compare ?? 'previous'

export const useComparison = (search: FiguresSearch) => getComparison(search, useSession())

/** Keeps the choice for the other visits and devices of the person. The URL has it too, so a failure loses nothing now. */
export function saveComparison(compare: Comparison) {
  changeSession({ compare })
  client.account.saveComparison({ compare }).catch((error) => console.error(error))
}
