import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { OptionalId } from '../../../contract/shared/fields.ts'
import { useSession } from '../../auth/session.ts'
import { ALL_DOCUMENTS } from '../../lib/url/trails.ts'
import { NotFound } from '../../ui/feedback/not-found.tsx'
import { countQuery } from './count-queries.ts'
import { CountView } from './count-view.tsx'
import { useOfflinePage } from './use-offline-page.ts'

const route = getRouteApi('/_signed-in/stock_/count/$documentid')

export function CountPage() {
  const { documentid } = route.useParams()
  const id = OptionalId.safeParse(documentid).data ?? 0
  useOfflinePage()
  const user_id = useSession()?.user.user_id
  const count = useQuery({ ...countQuery(id), enabled: id > 0 })
  if (id === 0 || (count.isError && !count.data)) return <NotFound noun="count" all={ALL_DOCUMENTS} query={count} />
  if (!count.data || user_id === undefined) return <CountSkeleton />
  if (count.data.kind !== 'count') return <Navigate to="/stock/$documentid" params={{ documentid: String(id) }} replace />
  // Another person at the same device has entries of the own.
  return <CountView key={`${user_id} ${id}`} document={count.data} user_id={user_id} />
}

const CountSkeleton = () => (
  <div className="stack" aria-busy>
    <Skeleton height={52} maw={280} />
    <Skeleton height={148} radius={12} />
    <Skeleton height={240} radius={12} />
  </div>
)
