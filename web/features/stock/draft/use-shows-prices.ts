import type { DraftKind } from '../../../../contract/stock-documents.ts'
import { useSeesCosts } from '../../../auth/rights.ts'
import { hasPrices } from './draft-form.ts'

/** Whether the person sees and writes the prices of a draft. Without, a line keeps the price that it has. */
export const useShowsPrices = (kind: DraftKind) => useSeesCosts() && hasPrices(kind)
