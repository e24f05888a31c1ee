import { BATCH_MAX_SALES } from '../../contract/shared/constants.ts'
import type { SaleAnswer } from '../../contract/tills.ts'
import type { KeptSales } from './kept-sales.ts'
import type { SendSales } from './post-sales.ts'

type Sale = ReturnType<KeptSales['list']>[number]
type Parts = {
  send: SendSales
  kept: KeptSales
  /** Called with the answers to sales that were sent again. */
  onSentAgain(answers: SaleAnswer[]): void
}

/** Sends sales, keeps those that are stored, and sends the kept ones again when an answer has another epoch: the server was restored. */
export function createKeepingSender({ send, kept, onSentAgain }: Parts) {
  async function sendAgain(epoch: string): Promise<void> {
    const sales = kept.list()
    const answers: SaleAnswer[] = []
    for (let first = 0; first < sales.length; first += BATCH_MAX_SALES) {
      const answer = await send(sales.slice(first, first + BATCH_MAX_SALES))
      if (answer.epoch !== epoch) return sendAgain(answer.epoch)
      answers.push(...answer.sales)
    }
    await kept.setEpoch(epoch)
    onSentAgain(answers)
    // Any request tells the server that all is sent; this one is a duplicate.
    const confirmed = await send(sales.slice(-1), epoch)
    if (confirmed.epoch !== epoch) await sendAgain(confirmed.epoch)
  }

  return async (sales: Sale[]): Promise<SaleAnswer[]> => {
    const known = kept.getEpoch()
    const answer = await send(sales, known)
    // Also duplicates: the first answer may have been lost.
    await kept.add(sales.filter((_, index) => answer.sales[index]?.status !== 'rejected'))
    if (known === undefined) await kept.setEpoch(answer.epoch)
    else if (answer.epoch !== known) await sendAgain(answer.epoch)
    return answer.sales
  }
}
