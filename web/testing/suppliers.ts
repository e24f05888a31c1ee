import type { Supplier } from '../../contract/suppliers.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'

export const createSupplier = (name: string, more: Partial<Supplier> = {}): Supplier => ({
  ...{ supplierid: 1, name, email: '', phone: '', account_number: '', lead_time_days: null, minimum_order: null },
  ...{ products: 0, version: 1 },
  ...more,
})

export const OVERBERG = createSupplier('Overberg Bakery', {
  ...{ email: 'orders@overberg.example', phone: '028 555 0101', account_number: 'KP-77', lead_time_days: 3, minimum_order: 1000 },
  products: 12,
})
export const BOLAND = createSupplier('Boland Kitchen', { supplierid: 2 })

/** The calls of the suppliers screen, answered from these rows. */
export function serveSuppliers(...rows: Supplier[]): Answers {
  const find = (supplierid: number) => rows.findIndex((supplier) => supplier.supplierid === supplierid)
  const findOther = (name: string, supplierid?: number) =>
    rows.find((other) => other.supplierid !== supplierid && other.name.toLowerCase() === name.toLowerCase())
  return {
    suppliers: {
      list: ({ input: { q, page } }) =>
        toPage(
          rows
            .filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(q.toLowerCase()))
            .toSorted((a, b) => a.name.localeCompare(b.name)),
          page,
        ),
      options: () => rows.map(({ supplierid, name }) => ({ supplierid, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
      create: ({ input: { request_id: _, ...supplier } }) => {
        const supplierid = rows.length + 1
        rows.push(createSupplier(supplier.name, { ...supplier, supplierid }))
        return { supplierid }
      },
      update: ({ input: { opened, ...supplier }, errors }) => {
        const taken = findOther(supplier.name, supplier.supplierid)
        const message = `You already have a supplier named ${taken?.name}. Merge the two, or choose another name.`
        if (taken) throw errors.NAME_TAKEN({ message, data: { supplierid: taken.supplierid, name: taken.name } })
        const before = rows[find(supplier.supplierid)]
        if (!before) throw errors.NOT_FOUND()
        if (before.version !== opened.version) throw errors.VERSION_CONFLICT({ data: before })
        rows[find(supplier.supplierid)] = { ...before, ...supplier, version: opened.version + 1 }
      },
      merge: ({ input }) => void rows.splice(find(input.supplierid), 1),
      remove: ({ input, errors }) => {
        if (rows[find(input.supplierid)]?.products) throw errors.NAMED_BY_PRODUCTS()
        rows.splice(find(input.supplierid), 1)
      },
    },
  }
}
