import type { ProductChange } from '../../../contract/product-changes.ts'
import { describeProductChange } from '../../../contract/shared/describe-product-change.ts'
import { formatQuantity, formatRand, formatVatRate } from './money.ts'

export const NUMBER_FORMATS = { rand: formatRand, quantity: formatQuantity, vatRate: formatVatRate }

/** 'Price raised by 10 %'. */
export const describeBulkChange = (change: ProductChange) => describeProductChange(change, NUMBER_FORMATS)
