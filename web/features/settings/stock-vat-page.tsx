import { useQuery } from '@tanstack/react-query'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './settings.module.css'
import { accountQuery } from './settings-queries.ts'
import { StockCard } from './stock-card.tsx'
import { VatRatesCard } from './vat-rates-card.tsx'

/** What documents and prices follow. */
export function StockVatPage() {
  const isOwner = useQuery(accountQuery()).data?.is_owner
  return (
    <>
      <PageHeader title="Stock & VAT" subtitle="Rules for deliveries, adjustments, scales and VAT" />
      <div className={classes.page}>
        <StockCard />
        {isOwner && <VatRatesCard />}
      </div>
    </>
  )
}
