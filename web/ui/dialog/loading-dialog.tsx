import { Skeleton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { LoadFailure } from '../feedback/load-failure.tsx'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  subtitle: string
  /** The query that the fields need. */
  query: ComponentProps<typeof LoadFailure>['query'] & { isError: boolean }
  failure: string
  fields: number
  onClose: () => void
}

/** The skeleton of a form dialog while its data loads. */
export const LoadingDialog = ({ title, subtitle, query, failure, fields, onClose }: Props) => (
  <Dialog title={title} subtitle={subtitle} onClose={onClose}>
    {query.isError ? (
      <LoadFailure query={query} failure={failure} />
    ) : (
      <div className="stack" aria-busy>
        {Array.from({ length: fields }, (_, field) => (
          <Skeleton key={field} height={40} />
        ))}
      </div>
    )}
  </Dialog>
)
