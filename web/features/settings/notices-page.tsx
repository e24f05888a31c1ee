import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NoticesCard } from './notices-card.tsx'
import classes from './settings.module.css'
import { accountQuery } from './settings-queries.ts'

export function NoticesPage() {
  const needsProof = useQuery(accountQuery()).data?.needs_proof
  return (
    <>
      <PageHeader title="Notices" subtitle="What we send you by e-mail" />
      <div className={classes.page}>
        <NoticesCard needsProof={needsProof} />
      </div>
    </>
  )
}
