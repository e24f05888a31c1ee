import { PRODUCTS_PER_PAGE } from '../../contract/shared/constants.ts'
import { at, type Bench } from '../bench.ts'
import { type Business, CATALOGUE } from '../businesses.ts'
import { GOALS, type Goal } from '../goals.ts'
import { measure } from '../measure.ts'
import { type ProductsCase, plainProducts } from '../plain/products.ts'
import { SHOP } from '../shop.ts'

const RUNS = 60
const PLAIN_RUNS = 3
const SORTS = ['productname', 'barcode', 'category', 'supplier', 'price', 'stock']

export async function measureProducts({ shop, catalogue, db, report }: Bench) {
  const measurePage = async (of: Business, name: string, asked: ProductsCase, goal: Goal) => {
    const address = at('/api/v1/products', asked)
    const { page } = await of.owner.json(address)
    const bare = await measure(PLAIN_RUNS, () => plainProducts(db, of.businessid, asked, (page - 1) * PRODUCTS_PER_PAGE))
    report.times(name, await measure(RUNS, () => of.owner.fetch(address)), {
      plain: { way: 'a bare select of the page', value: bare.median },
      goal,
    })
  }

  const few = `${SHOP.products.toLocaleString('en-ZA')} products`
  await measurePage(shop, `${few}: a search, first page`, { q: 'Product 12' }, GOALS.productSearch)
  await measurePage(shop, `${few}: a search, page 20`, { q: 'Product 12', page: 20 }, GOALS.productSearch)

  const cases: [string, ProductsCase][] = [
    ...SORTS.flatMap((sort) =>
      (['asc', 'desc'] as const).flatMap((dir): [string, ProductsCase][] => [
        [`by ${sort} ${dir}, first page`, { sort, dir }],
        [`by ${sort} ${dir}, page 10,000`, { sort, dir, page: 10_000 }],
      ]),
    ),
    ['last page', { page: CATALOGUE.products }],
    ['a search, first page', { q: 'product 7' }],
    ['a search, last page', { q: 'product 7', page: CATALOGUE.products }],
    ['a search by price, first page', { q: 'product 7', sort: 'price' }],
    ['a search that finds one', { q: '6000000071234' }],
    ['a search that finds nothing', { q: 'nowhere to be found' }],
    ['low stock', { low: true }],
    ['low stock, last page', { low: true, page: CATALOGUE.products }],
    ['one category', { category: 'Category 7' }],
    ['one supplier by stock', { supplier: 'Supplier 3', sort: 'stock' }],
    [
      'one category and supplier, low stock, a search',
      { category: 'Category 7', supplier: 'Supplier 13', low: true, q: 'product' },
    ],
  ]
  const many = `${CATALOGUE.products.toLocaleString('en-ZA')} products`
  for (const [name, asked] of cases) await measurePage(catalogue, `${many}: ${name}`, asked, GOALS.catalogue)
}
