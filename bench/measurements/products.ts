import type { Business } from '../datasets/businesses.ts'
import { assertSame } from '../lib/assert-same.ts'
import { buildPath } from '../lib/http-client.ts'
import { listProducts, type ProductsSearch } from '../plain-sql/products.ts'
import { GOALS, type Goal } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

const SORTS = ['productname', 'barcode', 'category', 'supplier', 'price', 'stock']

export async function measureProducts({ shop, catalogue, db, size, timer, report }: BenchContext) {
  const { products } = size.catalogue
  const measurePage = async ({ businessid, owner }: Business, name: string, search: ProductsSearch, goal: Goal) => {
    const path = buildPath('/api/v1/products', search)
    const baselinePage = () => listProducts(db, businessid, search)
    assertSame(name, await owner.json(path), await baselinePage())
    const times = await timer.compareTimes({ ours: () => owner.fetch(path), baseline: baselinePage })
    report.addTiming(name, times.ours, { baseline: fromTiming('count and page over the rows', times.baseline), goal })
  }

  const few = `${size.shop.products.toLocaleString('en')} products`
  await measurePage(shop, `${few}: a search, first page`, { q: 'Product 12' }, GOALS.productSearch)
  await measurePage(shop, `${few}: a search, page 20`, { q: 'Product 12', page: 20 }, GOALS.productSearch)

  const cases: [string, ProductsSearch][] = [
    ...SORTS.flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((dir): [string, ProductsSearch][] => [
        [`by ${sort} ${dir}, first page`, { sort, dir }],
        [`by ${sort} ${dir}, page 10,000`, { sort, dir, page: 10_000 }],
      ]),
    ),
    ['last page', { page: products }],
    ['a search, first page', { q: 'product 7' }],
    ['a search, last page', { q: 'product 7', page: products }],
    ['a search by price, first page', { q: 'product 7', sort: 'price' }],
    ['a search that finds one', { q: String(6_000_000_000_000 + Math.floor(products * 0.71234)) }],
    ['a search that finds nothing', { q: 'nowhere to be found' }],
    ['low stock', { low: true }],
    ['low stock, last page', { low: true, page: products }],
    ['one category', { category: 'Category 7' }],
    ['one supplier by stock', { supplier: 'Supplier 3', sort: 'stock' }],
    [
      'one category and supplier, low stock, a search',
      { category: 'Category 7', supplier: 'Supplier 13', low: true, q: 'product' },
    ],
  ]
  const many = `${products.toLocaleString('en')} products`
  for (const [name, search] of cases) await measurePage(catalogue, `${many}: ${name}`, search, GOALS.catalogue)
}
