import { useQuery } from '@tanstack/react-query'
import { useSession } from '../../auth/session.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ExportCard } from './business-export-card.tsx'
import { CloseCard } from './close-card.tsx'
import classes from './settings.module.css'
import { accountQuery } from './settings-queries.ts'

/** All data of the business: to download, and to erase. */
export function DataPage() {
  const query = useQuery(accountQuery())
  const mayClose = useSession()?.role === 'owner'
  const account = query.data
  return (
    <>
      <PageHeader title="Data" subtitle="Download all of it, or close the business" />
      {query.isError && !account && <LoadFailure query={query} failure="The business could not be loaded." asCard />}
      {account && !account.is_owner && (
        <p className="panel empty-text">Only the owner can download the data or close the business.</p>
      )}
      {account?.is_owner && (
        <div className={classes.page}>
          <ExportCard />
          {mayClose && <CloseCard />}
        </div>
      )}
    </>
  )
}
