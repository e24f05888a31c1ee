import { Box } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Supplier } from '../../../contract/suppliers.ts'
import type { useMay } from '../../auth/rights.ts'
import { createMailUrl, createPhoneUrl } from '../../lib/format/contact-urls.ts'
import { formatCount, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietAnchor, QuietLink } from '../../ui/layout/quiet-link.tsx'
import type { Search } from './supplier-queries.ts'

type Open = (dialog: { kind: 'edit' | 'merge' | 'delete'; supplier: Supplier }) => void

const formatLeadTime = ({ lead_time_days }: Supplier) => (lead_time_days === null ? NO_VALUE : pluralize(lead_time_days, 'day'))
const formatMinimum = ({ minimum_order }: Supplier) => (minimum_order === null ? NO_VALUE : formatRand(minimum_order))

const Products = ({ name, products }: Supplier) =>
  products === 0 ? (
    formatCount(0)
  ) : (
    <QuietLink to="/products" search={{ supplier: name }} aria-label={`${pluralize(products, 'product')} of ${name}`}>
      {formatCount(products)}
    </QuietLink>
  )

const Email = ({ email }: Supplier) =>
  email && (
    <QuietAnchor href={createMailUrl(email)}>
      <ClampedText>{email}</ClampedText>
    </QuietAnchor>
  )

const Phone = ({ phone }: Supplier) => phone && <QuietAnchor href={createPhoneUrl(phone)}>{phone}</QuietAnchor>

export const createSupplierView = (open: Open, may: ReturnType<typeof useMay>): RowView<Supplier, Search['sort']> => ({
  key: (supplier) => supplier.supplierid,
  name: (supplier) => supplier.name,
  minWidth: 1000,
  tall: true,
  columns: [
    {
      title: 'Supplier',
      sort: 'name',
      cell: ({ name, account_number }) => (
        <div>
          <Box fz="md" fw={500}>
            <ClampedText>{name}</ClampedText>
          </Box>
          {account_number && <span className="second-line">Account number {account_number}</span>}
        </div>
      ),
    },
    {
      title: 'Products',
      sort: 'products',
      first: 'desc',
      width: '104px',
      numeric: true,
      cell: (supplier) => <Products {...supplier} />,
    },
    { title: 'Lead time', minor: 3, sort: 'lead_time_days', width: '112px', numeric: true, cell: formatLeadTime },
    { title: 'Minimum order', minor: 1, sort: 'minimum_order', width: '144px', numeric: true, cell: formatMinimum },
    { title: 'E-mail', sort: 'email', width: '24%', cell: (supplier) => (supplier.email ? <Email {...supplier} /> : NO_VALUE) },
    {
      title: 'Phone',
      minor: 2,
      sort: 'phone',
      width: '144px',
      cell: (supplier) => (supplier.phone ? <Phone {...supplier} /> : NO_VALUE),
    },
  ],
  actions: may('suppliers.update')
    ? [
        { verb: 'Edit', icon: IconPencil, run: (supplier) => open({ kind: 'edit', supplier }), isMain: true },
        { verb: 'Merge', icon: IconArrowMerge, run: (supplier) => open({ kind: 'merge', supplier }) },
        { verb: 'Delete', icon: IconTrash, run: (supplier) => open({ kind: 'delete', supplier }) },
      ]
    : [],
  card: (supplier) => ({
    title: <ClampedText>{supplier.name}</ClampedText>,
    facts: (
      <>
        {supplier.email && (
          <div>
            <Email {...supplier} />
          </div>
        )}
        {supplier.phone && (
          <div>
            <Phone {...supplier} />
          </div>
        )}
      </>
    ),
    figure: (
      <CardFigure label="Products">
        <Products {...supplier} />
      </CardFigure>
    ),
    values: [
      { label: 'Lead time', value: formatLeadTime(supplier) },
      { label: 'Minimum order', value: formatMinimum(supplier) },
      { label: 'Account number', value: supplier.account_number || NO_VALUE },
    ],
  }),
})
