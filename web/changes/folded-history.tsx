import { FoldedSection } from '../ui/layout/folded-section.tsx'
import { History, type HistoryProps } from './history.tsx'

export const FoldedHistory = ({ title = 'History', ...props }: HistoryProps) => (
  <FoldedSection title={title}>
    <History {...props} />
  </FoldedSection>
)
