import type { Sale } from '../../../contract/tills.ts'

type Options = { origin: string; key: string; at: Date }

export const EXAMPLE_AMOUNT = 49.9

/** A command that sends one sale with the key. The time makes its reference unique. */
export function createCurlCommand({ origin, key, at }: Options) {
  const sale: Pick<Sale, 'reference' | 'saledate' | 'finalamount' | 'payment_method'> = {
    reference: `test-${at.getTime()}`,
    saledate: at.toISOString(),
    finalamount: EXAMPLE_AMOUNT,
    payment_method: 'card',
  }
  return [
    `curl ${origin}/api/v1/sales`,
    `-H 'Authorization: Bearer ${key}'`,
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify({ sales: [sale] })}'`,
  ].join(' \\\n  ')
}
