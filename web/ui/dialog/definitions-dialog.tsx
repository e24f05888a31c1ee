import { Dialog } from './dialog.tsx'

/** A figure in words; `numbers` has its own numbers. */
export type Definition = {
  term: string
  text: string
  numbers?: string | null
  /** Of a purchase price, or of what is computed from purchase prices. */
  isCost?: boolean
}

type Props = { definitions: Definition[]; onClose: () => void }

/** How the figures of a report are computed. */
export const DefinitionsDialog = ({ definitions, onClose }: Props) => (
  <Dialog title="How these figures are calculated" subtitle="What each figure means" width={640} onClose={onClose}>
    <dl className="stack">
      {definitions.map(({ term, text, numbers }) => (
        <div key={term}>
          <dt className="bold">{term}</dt>
          <dd>{text}</dd>
          {numbers && <dd className="grey small digits">{numbers}</dd>}
        </div>
      ))}
    </dl>
  </Dialog>
)
