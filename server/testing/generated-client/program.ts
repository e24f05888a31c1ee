import createClient from 'openapi-fetch'
import type { components, paths } from './api.gen.ts'

// A till and a program that reads, with the types that openapi-typescript makes of the API's description.

type Sale = components['schemas']['SaleSince']

const [url = '', tillKey = '', readKey = ''] = process.argv.slice(2)
const { GET, POST } = createClient<paths>({ baseUrl: `${url}/api/v1` })
const authorize = (key: string) => ({ authorization: `Bearer ${key}` })

const answer = await POST('/sales', {
  headers: authorize(tillKey),
  body: {
    sales: [
      {
        reference: 'sale 1',
        saledate: '2026-11-21T12:00:00+02:00',
        finalamount: 18.99,
        items: [{ barcode: '6001007123459', quantity: 1 }],
      },
    ],
  },
})
if (answer.error) throw new Error(answer.error.message)
const sent: ('created' | 'duplicate' | 'rejected')[] = answer.data.sales.map(({ status }) => status)

// A sale comes later while a transaction that began before it is under way.
const read: Sale[] = []
let cursor: string | undefined
while (read.length === 0) {
  const page = await GET('/sales/since', { headers: authorize(readKey), params: { query: { limit: 10, cursor } } })
  if (page.error) throw new Error(page.error.message)
  read.push(...page.data.rows)
  cursor = page.data.next
}

const { error } = await GET('/products')

console.log(JSON.stringify({ sent, read, refused: error?.code }))
