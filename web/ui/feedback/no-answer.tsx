import { Notice } from './notice.tsx'

/** For a form that no longer waits for its answer: `busy` is 'late'. `hint` is what a person may do. */
export const NoAnswer = ({ hint = 'You can wait, or try again.' }: { hint?: string | undefined }) => (
  <Notice kind="quiet">No answer yet. {hint}</Notice>
)
