/** A price as a field has it: '12,50', '' for none. */
export const toPriceText = (price: number | null) => price?.toFixed(2).replace('.', ',') ?? ''

/** A number as a field has it: '2,5', '' for none. */
export const toNumberText = (number: number | null) => number?.toString().replace('.', ',') ?? ''
