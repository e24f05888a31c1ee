import { Skeleton } from '@mantine/core'
import type { CountSummary } from '../../../contract/stock-counts.ts'
import { describePeople, describeProgress } from './describe-count.ts'

type Props = {
  /** Undefined while it loads. */
  summary: CountSummary | undefined
  /** A count of what is scanned has no products before. */
  isChosen: boolean
}

/** How far the count is, and who counts. */
export function CountProgress({ summary, isChosen }: Props) {
  if (!summary) return <Skeleton height={44} />
  const share = summary.lines === 0 ? 0 : summary.counted / summary.lines
  return (
    <div className="stack gap-8">
      <div className="row wrap between tight">
        <span className="medium digits">{describeProgress(summary, isChosen)}</span>
        <span className="small grey digits">{describePeople(summary.people)}</span>
      </div>
      {!isChosen && (
        <span className="track" aria-hidden>
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
    </div>
  )
}
