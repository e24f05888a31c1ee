import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import type { ProductInput } from '../contract/products.ts'
import { table } from './figures.ts'
import { call, expect, type Owner, plain, push, sql } from './fixtures.ts'

export const dialog = (page: Page) => page.getByRole('dialog')
export const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name, exact: true })
export const choice = (page: Page, name: string) => dialog(page).getByRole('combobox', { name, exact: true })
export const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' })
export const filter = (page: Page, name: 'Category' | 'Supplier') =>
  page.getByRole('main').getByRole('combobox', { name, exact: true })
export const option = (page: Page, name: string) => page.getByRole('option', { name, exact: true })
export const pager = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: 'Page' })).toHaveText(text)
export const next = (page: Page) => page.getByRole('button', { name: 'Next' })
export const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
export const pill = (page: Page) => page.getByText(/^\d+ selected$/)

/** One column of the list, top down; without a second line. */
export const column = async (page: Page, index: number) => {
  const first = await table(page, 'Inventory').locator(`tbody tr td:nth-child(${index})`).allInnerTexts()
  return first.map((text) => plain(text.split('\n')[0] ?? ''))
}
export const expectNames = (page: Page, names: string[]) => expect.poll(() => column(page, 2)).toEqual(names)

export const add = async (owner: Owner, page: Page, product: Partial<ProductInput> & { productname: string }) => {
  const { productid } = await call<{ productid: number }>(page.request, 'POST', '/api/v1/products', {
    siteid: owner.siteid,
    price: 0,
    purchaseprice: 0,
    stock: 0,
    ...product,
  })
  return productid
}

export const AMASI = {
  productname: 'Amasi, full cream 2 L',
  description: 'Cultured milk, keep below 5 °C',
  barcode: '6001482104372',
  category: 'Dairy',
  supplier: 'Umgeni Dairy',
  price: 42.99,
  purchaseprice: 30,
  stock: 18,
}
const SHELF = [
  AMASI,
  { productname: 'Apricot jam 900 g', category: 'Preserves', supplier: 'Montagu Fruit Co.', price: 58.95, stock: 64 },
  { productname: 'beef biltong 250 g', barcode: '600731', category: 'Snacks', supplier: 'Karoo Biltong', price: 139.9, stock: 0 },
  { productname: 'Boerewors 1 kg', category: 'Butchery', supplier: 'Winelands Meats', price: 129.99, stock: 34 },
  { productname: 'Buttermilk rusks', category: 'Bakery', supplier: 'Overberg Bakery', price: 1_074.5, stock: 212 },
  { productname: 'Chutney', category: 'Preserves', supplier: '', price: 39.5, stock: 12.75 },
  { productname: 'Droëwors', category: '', supplier: 'Karoo Biltong', price: 5, stock: -3 },
]

/** Seven products: two pages. */
export async function stock(owner: Owner, page: Page) {
  const ids: Record<string, number> = {}
  for (const product of SHELF) ids[product.productname] = await add(owner, page, product)
  return (name: string) => ids[name] ?? 0
}

export const readStock = async (productid: number) => {
  const [product] = await sql<{ stock: string }>('select stock from product where productid = $1', [productid])
  return Number(product?.stock)
}

export async function sell(owner: Owner, page: Page, productid: number, quantity: number) {
  const { key } = await owner.addTill()
  await push(page.request, key, [
    { reference: `${productid}-${Math.random()}`, saledate: new Date().toISOString(), items: [{ productid, quantity }] },
  ])
}

export async function saved(page: Page, button: string) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  const bytes = await readFile(await file.path())
  return { name: file.suggestedFilename(), bytes, rows: parse(bytes, { bom: true }) as string[][] }
}
