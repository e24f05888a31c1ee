import { Box, Button } from '@mantine/core'
import { IconReceiptOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { MAX_REFUSED_SALES, type RefusedSale } from '../../../contract/refused-sales.ts'
import { useMay } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { SALES_TRAIL } from '../../lib/url/trails.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { Pager } from '../../list/pager.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { refusedSalesQuery, useSetAside } from './refused-sale-queries.ts'

const RefusedSaleDialog = lazyDialog('Refused sale', async () => (await import('./refused-sale-dialog.tsx')).RefusedSaleDialog)

const route = getRouteApi('/_signed-in/sales_/refused')

/** Sales of tills that were rejected. Owners and admins store them or set them aside. */
export function RefusedSalesPage() {
  const search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const refused = useQuery(refusedSalesQuery(search))
  const sites = useQuery(api.sites.options.queryOptions())
  const canAnswer = useMay()('refusedSales.store')
  const aside = useSetAside()
  const [opened, setOpened] = useState<RefusedSale | null>(null)
  const { rows = [], page = 1, pages = 1, results = 0 } = refused.data ?? {}
  const isOpen = search.state === 'open'
  return (
    <>
      <PageHeader trail={SALES_TRAIL} title="Refused sales" subtitle="Sales from tills that Winkel could not store" />
      <ListBar
        filters={
          <>
            {(sites.data?.length ?? 0) > 1 && (
              <FilterSelect
                label="Site"
                all="All sites"
                options={(sites.data ?? []).map(({ siteid, sitename }) => ({ value: siteid, label: sitename }))}
                value={search.siteid ?? ''}
                onChange={(siteid) => navigate({ search: { ...search, siteid: siteid === '' ? undefined : siteid, page: 1 } })}
              />
            )}
            <FilterToggle
              on={!isOpen}
              onToggle={(on) => navigate({ search: { ...search, state: on ? 'set aside' : 'open', page: 1 } })}
            >
              Show set aside
            </FilterToggle>
          </>
        }
        count={(search.siteid === undefined ? 0 : 1) + (isOpen ? 0 : 1)}
        onClear={() => navigate({ search: { ...search, siteid: undefined, state: 'open', page: 1 } })}
        results={refused.data?.results}
      />
      {aside.error && (
        <Box mb={16}>
          <Notice kind="error">{getErrorMessage(aside.error, 'Could not save this. Please try again.')}</Notice>
        </Box>
      )}
      {isOpen && results >= MAX_REFUSED_SALES && (
        <Box mb={16}>
          <Notice kind="quiet">{`${MAX_REFUSED_SALES} refused sales are kept per site. The till may have more.`}</Notice>
        </Box>
      )}
      <Card title={isOpen ? 'Not stored' : 'Set aside'} flush>
        {refused.isError && !refused.data && <LoadFailure query={refused} failure="Failed to load refused sales" />}
        {refused.data && rows.length === 0 && (
          <EmptyState icon={IconReceiptOff}>
            {isOpen ? 'No refused sales. Everything from your tills is stored.' : 'Nothing is set aside.'}
          </EmptyState>
        )}
        <ul aria-label="Refused sales" aria-busy={refused.isPending}>
          {rows.map((sale) => (
            <Row
              key={sale.refusedid}
              sale={sale}
              isBusy={aside.isPending}
              onOpen={() => setOpened(sale)}
              onSetAside={
                canAnswer ? () => aside.mutate({ refusedid: sale.refusedid, is_set_aside: !sale.is_set_aside }) : undefined
              }
            />
          ))}
        </ul>
        {pages > 1 && (
          <Pager
            label={`Page ${page} of ${pages}`}
            printed={pluralize(results, 'refused sale')}
            page={page}
            pages={pages}
            onPage={(next) => navigate({ search: { ...search, page: next } })}
            size={undefined}
          />
        )}
      </Card>
      {opened && <RefusedSaleDialog sale={opened} canAnswer={canAnswer} onClose={() => setOpened(null)} />}
    </>
  )
}

type RowProps = { sale: RefusedSale; isBusy: boolean; onOpen: () => void; onSetAside: (() => void) | undefined }

function Row({ sale, isBusy, onOpen, onSetAside }: RowProps) {
  const timezone = useTimezone()
  const { reference, amount, reason, field, sitename, till, refused_at, times_sent, is_set_aside } = sale
  const name = reference ?? 'Sale without a reference'
  const facts = [
    sitename,
    till,
    formatDateTimeIn(timezone, refused_at),
    field && `field ${field}`,
    times_sent > 1 && `sent ${times_sent} times`,
  ]
  return (
    <li className="row gap-12 to-edge line-above wrap">
      <Box className="break" flex="1 1 260px" miw={0}>
        <p className="medium">
          {name} <span className="digits nowrap">{amount === null ? '· no amount' : `· ${formatRand(amount)}`}</span>
        </p>
        <p>{reason}</p>
        <p className="grey small digits">{facts.filter(Boolean).join(' · ')}</p>
      </Box>
      <div className="row">
        {onSetAside && (
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            aria-label={`${is_set_aside ? 'Bring back' : 'Set aside'} ${name}`}
            onClick={onSetAside}
          >
            {is_set_aside ? 'Bring back' : 'Set aside'}
          </Button>
        )}
        <Button
          size="xs"
          variant={onSetAside && !is_set_aside ? 'filled' : 'default'}
          aria-label={`Open ${name}`}
          onClick={onOpen}
        >
          Open
        </Button>
      </div>
    </li>
  )
}
