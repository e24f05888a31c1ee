import type { RefObject } from 'react'
import { Question } from './question.tsx'

type Props = {
  /** What is lost. */
  text: string
  /** Gets the focus back. */
  field: RefObject<HTMLElement | null>
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before something is lost. */
export const DiscardQuestion = ({ onDiscard, ...question }: Props) => (
  <Question title="Discard changes?" action="Discard" onAction={onDiscard} {...question} />
)
