import { useSeesCosts } from '../../auth/rights.ts'
import { type Definition, DefinitionsDialog } from '../../ui/dialog/definitions-dialog.tsx'

type Props = { definitions: Definition[]; onClose: () => void }

/** The definitions of the figures that the person sees. */
export function StockDefinitions({ definitions, onClose }: Props) {
  const seesCosts = useSeesCosts()
  return <DefinitionsDialog definitions={definitions.filter(({ isCost }) => seesCosts || !isCost)} onClose={onClose} />
}
