import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../../rpc/procedure.ts'
import { runInBusiness } from '../../../rpc/run-in-business.ts'
import {
  addProduct,
  findOrAddUnknown,
  findSameBarcode,
  isUnknown,
  linkProduct,
  listUnknownProducts,
  moveLines,
} from './queries.ts'

const CONSTRAINT_ERRORS = { 'foreign key': 'NO_SITE' } as const

/** Lines in one transaction: tills that sell the product wait for its end. */
const MAX_MOVED_LINES = 2_000

const list = inBusiness.products.unknown.list.handler(({ input, context }) => listUnknownProducts(context.scope, input.page))

/** Can be repeated: what an earlier call has done is not done again. */
const add = signedIn.products.unknown.add.handler(async ({ input: { products }, context, errors }) => {
  const within: InBusiness = (work) => runInBusiness(context, work)
  const moves: { from: number; to: number }[] = []
  let added = 0
  await within(async (scope) => {
    for (const product of products) {
      const from = await findOrAddUnknown(scope, product, product.price)
      const to = (await findSameBarcode(scope, product)) ?? from
      moves.push({ from, to })
      if (!(await isUnknown(scope, from))) continue
      // It came to the site in between: adding it would make it two.
      if (to !== from) await linkProduct(scope, from, { siteid: product.siteid, productid: to })
      else {
        await addProduct(scope, from, product)
        added++
      }
    }
  }).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  for (const { from, to } of moves) await moveAllLines(within, from, to)
  return { added }
})

const link = signedIn.products.unknown.link.handler(async ({ input: { productid, ...texts }, context, errors }) => {
  const within: InBusiness = (work) => runInBusiness(context, work)
  const unknown = await within(async (scope) => {
    const found = await findOrAddUnknown(scope, texts).catch(
      throwConstraintError({ 'foreign key': 'NOT_FOUND' } as const, errors),
    )
    if (found === productid) return found
    return (await linkProduct(scope, found, { siteid: texts.siteid, productid })) ? found : undefined
  })
  if (unknown === undefined) throw errors.NOT_FOUND()
  await moveAllLines(within, unknown, productid)
})

async function moveAllLines(within: InBusiness, from: number, to: number) {
  while ((await within((scope) => moveLines(scope, from, to, MAX_MOVED_LINES))) === MAX_MOVED_LINES);
}

export const unknown = { list, add, link }
